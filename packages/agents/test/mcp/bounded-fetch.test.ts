import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { boundedFetch } from "../../src/mcp/bounded-fetch.ts";

const MEGABYTE = Buffer.alloc(1024 * 1024, "x");

async function fetched(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
    const { port } = server.address() as AddressInfo;
    const response = await boundedFetch(`http://127.0.0.1:${port}`);
    return (await response.arrayBuffer()).byteLength;
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const sending =
  (type: string, parts: readonly (Buffer | string)[]): RequestListener =>
  (_, response) => {
    response.writeHead(200, { "content-type": type });
    for (const part of parts) response.write(part);
    response.end();
  };

test("a response of 9 MB is read", async () => {
  expect(
    await fetched(
      sending(
        "application/json",
        Array.from({ length: 9 }, () => MEGABYTE),
      ),
    ),
  ).toBe(9 * MEGABYTE.length);
});

test.each(["application/json", "text/event-stream"])("a message of 11 MB is refused (%s)", async (type) => {
  await expect(
    fetched(
      sending(
        type,
        Array.from({ length: 11 }, () => MEGABYTE),
      ),
    ),
  ).rejects.toThrow("longer than");
});

test("a stream of events is not limited as a whole", async () => {
  const events = Array.from({ length: 12 }, () => [MEGABYTE, "\n\n"]).flat();
  expect(await fetched(sending("text/event-stream", events))).toBe(12 * (MEGABYTE.length + 2));
});
