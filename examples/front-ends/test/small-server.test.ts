import { spawn } from "node:child_process";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";

/** Starts the server of the guide, as its reader does. */
async function start(): Promise<string> {
  const file = path.join(import.meta.dirname, "..", "src", "small-server.ts");
  const env = { ...process.env, PORT: "0", NODE_OPTIONS: "" };
  const server = spawn(process.execPath, [file], { env, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void server.kill());
  for await (const line of server.stdout) return String(line).trim();
  throw new Error("The server has ended.");
}

const Part = z.looseObject({ type: z.string(), state: z.string().optional(), approval: z.looseObject({}).optional() });
const Messages = z.array(z.object({ id: z.string(), role: z.string(), parts: z.array(Part) }));

test("the server of the guide gives each browser its own conversations, and refunds after an approval", async () => {
  const url = await start();
  let cookie = "";
  const request = async (place: string, body?: object) => {
    const response = await fetch(`${url}${place}`, {
      headers: { "content-type": "application/json", cookie },
      ...(body && { method: "POST", body: JSON.stringify({ id: "ann", ...body }) }),
    });
    cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    return response;
  };
  const stored = async () => Messages.parse(await (await request("/chat/ann/messages")).json());
  expect(await stored()).toEqual([]);
  await (
    await request("/chat", { messages: [{ id: "m1", role: "user", parts: [{ type: "text", text: "Hi" }] }] })
  ).text();
  const [, asked] = await stored();
  const waiting = asked?.parts.find(({ state }) => state === "approval-requested");
  const answered = { ...waiting, state: "approval-responded", approval: { ...waiting?.approval, approved: true } };
  await (await request("/chat", { messages: [{ ...asked, parts: [answered] }] })).text();
  expect(JSON.stringify(await stored())).toContain("The order A-17 is refunded.");
  cookie = "";
  expect(await stored()).toEqual([]);
});
