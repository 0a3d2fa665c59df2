import { HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { AgentState, extendState, field, fields } from "@tidemark/core-state";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { inspector } from "../src/index.ts";
import { askPlain, at, plainGraph } from "./threads.ts";

const local = "http://127.0.0.1:4000";

async function savedThread(): Promise<MemorySaver> {
  const saver = new MemorySaver();
  await askPlain(saver, "ann");
  return saver;
}

test("questions are answered as JSON", async () => {
  const app = inspector({ saver: await savedThread() });
  const ask = async (path: string): Promise<unknown> => (await app.request(`${local}/api/${path}`)).json();
  expect(await ask("threads")).toMatchObject({ threads: [{ threadId: "ann", status: "waiting" }], total: 1 });
  expect(await ask("blame?thread=ann&field=price&field=city")).toMatchObject({
    price: { by: "choose" },
    city: { by: "plan" },
  });
  expect(await ask("diff?thread=ann&from=1.2&to=newest")).toMatchObject({ from: { label: "1.2" } });
  expect(await ask("why?thread=ann&step=1.4")).toMatchObject({ after: ["search", "search"] });
});

test("a page that knows the steps of a thread gets them again only when there is something new", async () => {
  const saver = await savedThread();
  const app = inspector({ saver });
  const Steps = z.looseObject({ version: z.string(), newest: z.string().optional() });
  const steps = async (known = "") => {
    const query = new URLSearchParams({ thread: "ann", known }).toString();
    return Steps.parse(await (await app.request(`${local}/api/steps?${query}`)).json());
  };
  const { version, newest } = await steps();
  expect(await steps(version)).toEqual({ version });
  await plainGraph(saver).updateState(at("ann"), { city: "Porto" }, "choose");
  const next = await steps(version);
  expect([next.version === version, next.newest === newest]).toEqual([false, false]);
});

test("a page cannot ask for values of any size", async () => {
  const saver = new MemorySaver();
  await askPlain(saver, "ann", "word ".repeat(10_000));
  const answer = await inspector({ saver }).request(`${local}/api/state?thread=ann&field=messages&whole=true`);
  expect((await answer.text()).length).toBeLessThan(30_000);
});

test("a question about something that is not there is answered with its reason", async () => {
  const app = inspector({ saver: await savedThread() });
  const answer = await app.request(`${local}/api/steps?thread=anna`);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({
    error: { code: "inspect/unknownThread", message: 'Thread "anna" does not exist. Did you mean "ann"?' },
  });
});

describe("a request is refused", () => {
  const refusals: Readonly<Record<string, [RequestInit, number]>> = {
    "under a name that is not this machine's": [{ headers: { host: "evil.example" } }, 403],
    "from another origin": [{ headers: { origin: "https://evil.example" } }, 403],
    "from another site": [{ headers: { "sec-fetch-site": "cross-site" } }, 403],
    "that would write": [{ method: "POST" }, 405],
    "without the token": [{ headers: { "x-inspect-token": "" } }, 401],
    "with another token of the same length": [{ headers: { "x-inspect-token": "t0ken" } }, 401],
  };
  test.each(Object.entries(refusals))("%s", async (_, [init, status]) => {
    const app = inspector({ saver: await savedThread(), token: "token" });
    const headers = new Headers({ "x-inspect-token": "token", ...Object.fromEntries(new Headers(init.headers)) });
    const answer = await app.request(`${local}/api/threads`, { ...init, headers });
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain("ann");
  });
});

test("every answer forbids foreign scripts, frames and caches", async () => {
  const app = inspector({ saver: await savedThread() });
  const { headers } = await app.request(`${local}/api/threads`);
  expect(headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("cache-control")).toBe("no-store");
});

test("an unexpected error of a saver is not sent to the page", async () => {
  class BrokenSaver extends MemorySaver {
    override getTuple(): Promise<undefined> {
      return Promise.reject(new Error("password=hunter2"));
    }
  }
  const answer = await inspector({ saver: new BrokenSaver() }).request(`${local}/api/steps?thread=ann`);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain("hunter2");
});

describe("redaction", () => {
  const secret = "sk-abcdefghijklmnopqrstuvwx";
  const password = "hunter2";
  const withSecret = async (): Promise<MemorySaver> => {
    const saver = new MemorySaver();
    await plainGraph(saver).invoke(
      {
        messages: [
          new HumanMessage({ content: `Use ${secret} at https://desk:${password}@db.local/a?b=c@d`, name: "ann" }),
        ],
      },
      at("ann"),
    );
    return saver;
  };

  test("secrets are recognized by their form in every answer", async () => {
    const app = inspector({ saver: await withSecret() });
    for (const path of [
      "steps?thread=ann",
      "state?thread=ann",
      "diff?thread=ann&from=first&to=newest",
      "field?thread=ann&field=messages",
    ]) {
      const text = await (await app.request(`${local}/api/${path}`)).text();
      for (const each of [secret, password]) expect(text).not.toContain(each);
    }
    const state = await (await app.request(`${local}/api/state?thread=ann`)).text();
    expect(state).toContain("Use [redacted] at https://desk:[redacted]@db.local/a?b=c@d");
  });

  test("hidden fields are not shown, and the application decides about the rest", async () => {
    const state = extendState(AgentState, {
      version: 1,
      fields: fields("trip", {
        note: field({ description: "A note.", schema: z.string(), default: () => "", lifetime: "thread", ui: false }),
      }),
    });
    const saver = new MemorySaver();
    const { Annotation, END, START, StateGraph } = await import("@langchain/langgraph");
    const Values = Annotation.Root({
      trip_note: Annotation<string>,
      city: Annotation<string>,
      login: Annotation<{ password: string; total_tokens: number }>,
    });
    const graph = new StateGraph(Values)
      .addNode("write", () => ({
        trip_note: "private",
        city: "Lisbon",
        login: { password: "hunter2", total_tokens: 3 },
      }))
      .addEdge(START, "write")
      .addEdge("write", END)
      .compile({ checkpointer: saver });
    await graph.invoke({ city: "Oslo" }, at("ann"));
    const app = inspector({
      saver,
      state,
      redact: (value, { field: name }) => (name === "city" ? "somewhere" : value),
    });
    const answer: unknown = await (await app.request(`${local}/api/state?thread=ann`)).json();
    expect(answer).toMatchObject({
      fields: [
        { name: "city", value: "somewhere" },
        { name: "login", value: { password: "[redacted]", total_tokens: 3 } },
        { name: "trip_note", value: "[redacted]" },
      ],
    });
  });
});
