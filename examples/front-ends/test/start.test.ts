import { spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";

/** Starts the server that the guide shows. */
async function startServer(): Promise<string> {
  const file = path.join(import.meta.dirname, "..", "src", "start.ts");
  const server = spawn(process.execPath, [file], {
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void server.kill());
  for await (const line of createInterface({ input: server.stdout })) return line;
  throw new Error("The server has not started.");
}

async function open() {
  const url = await startServer();
  const as = async (user: string) => {
    const login = await fetch(`${url}/login/${user}`, { redirect: "manual" });
    const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? "";
    const headers = { cookie, "content-type": "application/json" };
    return {
      get: (route: string) => fetch(`${url}/api${route}`, { headers }),
      post: (route: string, body: object) =>
        fetch(`${url}/api${route}`, { method: "POST", headers, body: JSON.stringify(body) }),
    };
  };
  return { url, as };
}

test("the server of the guide streams a turn to the user of its cookie, lists the thread, and shows it to nobody else", async () => {
  const { url, as } = await open();
  const ann = await as("ann");
  const turn = await (await ann.post("/threads/1/runs", { message: "Tell me a story" })).text();
  expect(turn).toContain("nobody");
  expect(await (await ann.get("/threads")).json()).toMatchObject({ threads: [{ id: "1" }] });
  expect(await (await (await as("ben")).get("/threads")).json()).toEqual({ threads: [] });
  const forged = { cookie: "user=ann.forged" };
  const refused = [await fetch(`${url}/api/threads`), await fetch(`${url}/api/threads`, { headers: forged })];
  expect(refused.map(({ status }) => status)).toEqual([403, 403]);
});

test("a request of an `EventSource`, which has no headers but the cookie, follows the thread", async () => {
  const { as } = await open();
  const changes = await (await as("ann")).get("/chat/1/changes");
  expect([changes.status, changes.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  await changes.body?.cancel();
});
