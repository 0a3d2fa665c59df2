import { describe, expect, test } from "vitest";
import type { Source } from "../src/index.ts";
import { client } from "./client.ts";
import { tripApplication } from "./trip-application.ts";

const source: Source = {
  title: "Boats <b>",
  place: "boats.md:12, Boats › Skua",
  blocks: [
    { text: '<script>alert("1")</script>', kind: "paragraph", marked: false },
    { text: "Skua seats <i>ten</i> & more.", kind: "paragraph", marked: true },
    { text: "a\n  b", kind: "code", marked: false },
  ],
};

const listed: Source = {
  title: "Boats",
  place: "boats.md:20",
  blocks: [
    { text: "Call `skua()`, not ``.", kind: "paragraph", marked: false },
    { text: "one", kind: "item", marked: false },
    { text: "`<two>`", kind: "item", marked: true },
    { text: "`a`", kind: "code", marked: false },
  ],
};

const quoted: Source = {
  title: "Boats",
  place: "boats.md:30",
  blocks: [
    { text: "On board", kind: "heading", marked: false },
    { text: "It (the boat) seats ten. It is green? It is <new>.", kind: "paragraph", marked: ["It is green?"] },
  ],
};

/** References that the application was asked for. */
const asked: string[] = [];
const { application } = tripApplication();
const page = client({
  ...application,
  source(reference) {
    asked.push(reference);
    return [source, listed, quoted].find(({ place }) => place === reference) ?? null;
  },
});
const open = (reference: string) => page.request(`/source?ref=${encodeURIComponent(reference)}`);

/** Address to which the page of a source leads back. */
const back = async (query: string) =>
  /<a href="([^"]*)">← Back/.exec(await (await page.request(`/source?ref=nowhere${query}`)).text())?.[1];

describe("the page of a source", () => {
  test("shows the section as text, with the cited passage marked", async () => {
    const response = await open(source.place);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain('<mark id="passage">Skua seats &lt;i&gt;ten&lt;/i&gt; &amp; more.</mark>');
    expect(html).toContain("<pre>a\n  b</pre>");
    expect(html).toContain("<title>Boats &lt;b&gt;</title>");
    expect(html).not.toMatch(/<script|<i>|<b>/);
  });

  test("shows code between backticks as code, and neighboring items as one list", async () => {
    const html = await (await open(listed.place)).text();
    expect(html.replaceAll(/>\s+</g, "><")).toContain(
      '<p>Call <code>skua()</code>, not ``.</p><ul><li>one</li><li><mark id="passage"><code>&lt;two&gt;</code></mark></li></ul><pre>`a`</pre>',
    );
  });

  test("shows headings, and marks only the cited sentence", async () => {
    expect(await (await open(quoted.place)).text()).toContain(
      '<h2>On board</h2><p>It (the boat) seats ten. <mark id="passage">It is green?</mark> It is &lt;new&gt;.</p>',
    );
  });

  test("leads back to the conversation that cites it", async () => {
    expect([await back("&thread=trip"), await back(""), await back("&thread=%22%3E")]).toEqual([
      "./?thread=trip",
      "./",
      "./",
    ]);
  });

  test("allows no scripts, and cannot be framed", async () => {
    const policy = (await open(source.place)).headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  test.each([
    "../../etc/passwd:1",
    "/etc/passwd:1",
    encodeURIComponent("../../etc/passwd:1"),
    "__proto__",
    "<img src=x>",
  ])("of %j does not exist, and repeats nothing of the request", async (reference) => {
    const response = await open(reference);
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(html).not.toContain(reference);
  });

  test("of a very long reference is not looked up", async () => {
    asked.length = 0;
    expect((await open("x".repeat(3000))).status).toBe(404);
    expect(asked).toEqual([]);
  });

  test("cannot be opened from another page", async () => {
    const response = await page.request(`/source?ref=${encodeURIComponent(source.place)}`, {
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(response.status).toBe(403);
  });

  test("does not exist in an application without sources", async () => {
    const other = client(application);
    expect((await other.request("/source?ref=boats.md:1")).status).toBe(404);
    const view: unknown = await (await other.request("/api/application")).json();
    expect(view).toMatchObject({ hasSources: false });
  });
});
