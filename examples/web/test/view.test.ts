import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { serveApplication, type WebView } from "../src/index.ts";
import { client } from "./client.ts";
import { tripApplication } from "./trip-application.ts";

const home = mkdtempSync(path.join(tmpdir(), "view-"));
const folder = path.join(home, "dist");
mkdirSync(folder);
writeFileSync(path.join(folder, "view.js"), "export const mount = () => () => {};");
writeFileSync(path.join(home, "secret.txt"), "secret");
afterAll(() => rmSync(home, { recursive: true, force: true }));

const view: WebView = {
  title: "Map",
  folder,
  data: (threadId, query) => Promise.resolve({ threadId, query }),
};

describe("the view of an application", () => {
  test("gets its data for the conversation and the query that it names", async () => {
    const page = client({ ...tripApplication().application, view });
    const response = await page.request("/api/threads/trip/view?week=48");
    expect([response.status, await response.json()]).toEqual([200, { threadId: "trip", query: { week: "48" } }]);
    const application: unknown = await (await page.request("/api/application")).json();
    expect(application).toMatchObject({ view: "Map" });
  });

  test("does not exist in an application without one", async () => {
    const page = client(tripApplication().application);
    expect((await page.request("/api/threads/trip/view")).status).toBe(404);
    expect(await (await page.request("/api/application")).json()).toMatchObject({ view: null });
  });

  test("serves the files of its folder, and no other", async () => {
    const served = await serveApplication({ ...tripApplication().application, view }, { port: 0 });
    onTestFinished(() => served.close());
    const read = async (name: string) => fetch(new URL(name, served.url));
    const code = await read("view/view.js");
    expect([code.status, code.headers.get("content-type"), await code.text()]).toEqual([
      200,
      "text/javascript; charset=utf-8",
      "export const mount = () => () => {};",
    ]);
    for (const name of ["view/../secret.txt", "view/%2e%2e/secret.txt", "view/..%2fsecret.txt", "view/missing.js"])
      expect((await read(name)).status).toBe(404);
  });
});
