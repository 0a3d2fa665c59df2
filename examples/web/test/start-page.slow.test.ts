import { spawn } from "node:child_process";
import { createServer, type Server } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** Runs the server of an example in a separate process until it ends. */
async function ended(example: string, words: readonly string[], port = "0") {
  const file = path.join(import.meta.dirname, "..", "..", example, "src", "web.ts");
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [file, ...words], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH, HOME, PORT: port },
  });
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { code, out, err };
}

describe("the server of a page", () => {
  let other: Server;
  let taken: number;
  beforeAll(async () => {
    other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const address = other.address();
    if (address === null || typeof address === "string") throw new Error("The port is not known.");
    taken = address.port;
  });
  afterAll(() => {
    other.close();
  });

  test.each(["scheduler", "travel", "research"])("of %s prints help, and opens nothing", async (example) => {
    const { code, out, err } = await ended(example, ["--help"]);
    expect([code, err]).toEqual([0, ""]);
    expect(out).toContain(`npx -y pnpm@12.21.0 --filter ${example} web -- OPTIONS`);
    expect(out).toContain("PORT=4200 in the environment chooses the port");
  });

  test("answers a used port with one sentence that names another", async () => {
    expect(await ended("research", ["--db", ":memory:"], String(taken))).toEqual({
      code: 2,
      out: "",
      err: `Port ${taken} is used by another program. Choose another with PORT, or use PORT=0 for a free one.\n`,
    });
  });

  test.each(["web", "-1", "65536", "1.5", " "])("answers the port %j with one sentence", async (port) => {
    expect(await ended("research", ["--db", ":memory:"], port)).toEqual({
      code: 2,
      out: "",
      err: `PORT: "${port}" is not a port. Use a number from 0 to 65535, such as PORT=4200; 0 picks a free one.\n`,
    });
  });

  test("answers an unknown option with one sentence", async () => {
    const { code, out, err } = await ended("research", ["--nope"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toBe("The command line: Unknown option '--nope'. See --help.\n");
  });
});
