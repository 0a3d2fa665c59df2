import { createServer, type RequestListener } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { fetchPage } from "../../src/library/fetch-page.ts";

const running: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

/** Starts a local server and returns its host with the port. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

const page: RequestListener = (_, response) =>
  response
    .setHeader("content-type", "text/html; charset=utf-8")
    .end("<title>Boats</title><h1>Skua</h1><p>Ten seats.</p>");

const fetching = (address: string, hosts: readonly string[], limits = {}) =>
  fetchPage(address, { hosts, signal: null, ...limits });

describe("fetchPage", () => {
  test("reads a page of an allowed host, named by its address", async () => {
    const host = await serve(page);
    expect(await fetching(`http://${host}/boats`, [host])).toMatchObject({
      name: `http://${host}/boats`,
      title: "Boats",
      sections: [{ heading: ["Skua"] }],
    });
  });

  test("sends no request to another host or port, or with another protocol", async () => {
    let requests = 0;
    const host = await serve((request, response) => {
      requests += 1;
      page(request, response);
    });
    for (const address of [
      `http://${host}/`,
      `http://localhost:1/`,
      `file:///etc/passwd`,
      `ftp://${host}/`,
      "nonsense",
      `data:text/html,x`,
    ])
      await expect(fetching(address, ["example.org", "127.0.0.1"])).rejects.toThrow("may not be fetched");
    expect(requests).toBe(0);
  });

  test("does not follow a redirect to a host that is not allowed", async () => {
    let requests = 0;
    const inside = await serve((request, response) => {
      requests += 1;
      page(request, response);
    });
    const host = await serve((_, response) => response.writeHead(302, { location: `http://${inside}/secret` }).end());
    await expect(fetching(`http://${host}/`, [host])).rejects.toThrow(`"http://${inside}/secret" may not be fetched`);
    expect(requests).toBe(0);
  });

  test("follows redirects to an allowed host, up to a limit", async () => {
    const host = await serve((request, response) =>
      request.url === "/old" ? response.writeHead(301, { location: "/new" }).end() : page(request, response),
    );
    expect((await fetching(`http://${host}/old`, [host])).name).toBe(`http://${host}/new`);
    const loop = await serve((_, response) => response.writeHead(302, { location: "/" }).end());
    await expect(fetching(`http://${loop}/`, [loop])).rejects.toThrow("redirects too often");
  });

  test("stops reading a page that is too large", async () => {
    const host = await serve((_, response) => {
      response.setHeader("content-type", "text/plain");
      const more = (): void => {
        if (!response.destroyed) response.write("x".repeat(10_000), more);
      };
      more();
    });
    await expect(fetching(`http://${host}/`, [host], { maxBytes: 50_000 })).rejects.toThrow("larger than 50000 bytes");
  });

  test("stops at the timeout", async () => {
    const host = await serve(() => {});
    await expect(fetching(`http://${host}/`, [host], { maxMilliseconds: 50 })).rejects.toThrow("it took too long");
  });

  test("reports why a page cannot be fetched", async () => {
    const missing = await serve((_, response) => response.writeHead(404).end());
    await expect(fetching(`http://${missing}/`, [missing])).rejects.toThrow("it answered 404");
    const image = await serve((_, response) => response.setHeader("content-type", "image/png").end("x"));
    await expect(fetching(`http://${image}/`, [image])).rejects.toThrow('it is of the type "image/png"');
    const invalid = await serve((_, response) => response.writeHead(302, { location: "http://[" }).end());
    await expect(fetching(`http://${invalid}/`, [invalid])).rejects.toThrow("could not be fetched");
    await expect(fetching("http://127.0.0.1:1/", ["127.0.0.1:1"])).rejects.toThrow("could not be fetched");
  });

  test("stops when its signal is aborted", async () => {
    const host = await serve(() => {});
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(fetchPage(`http://${host}/`, { hosts: [host], signal })).rejects.toThrow("enough");
  });
});
