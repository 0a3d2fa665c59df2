import { MemorySaver } from "@langchain/langgraph";
import { describe, expect, test } from "vitest";
import { inspector } from "../../src/index.ts";
import { CountingModel, fareGraph } from "./desks.ts";
import { ask, post } from "./writing-app.ts";

const message = { thread: "ann", message: "To Lisbon", person: "maria" };

function desk() {
  const saver = new MemorySaver();
  const graph = fareGraph(saver, new CountingModel(() => "480"));
  return { saver, graph, app: inspector({ saver, graph, write: true, token: "token" }) };
}

describe("a request that writes is refused", () => {
  const refusals: Readonly<Record<string, [object, Readonly<Record<string, string>>, number]>> = {
    "without the token": [message, { "x-inspect-token": "" }, 401],
    "from another origin": [message, { origin: "https://evil.example" }, 403],
    "under another host name": [message, { host: "evil.example" }, 403],
    "from another site": [message, { "sec-fetch-site": "cross-site" }, 403],
    "as a form": [message, { "content-type": "application/x-www-form-urlencoded" }, 415],
    "as text": [message, { "content-type": "text/plain" }, 415],
    "without the name of a person": [{ ...message, person: undefined }, {}, 400],
    "with a name that is empty": [{ ...message, person: " " }, {}, 400],
    "with a name that has control characters": [{ ...message, person: "ann\u001b[2J" }, {}, 400],
    "with a part that is not known": [{ ...message, owner: "root" }, {}, 400],
    "without a thread": [{ ...message, thread: "" }, {}, 400],
  };
  test.each(Object.entries(refusals))("%s", async (_, [body, init, status]) => {
    const { app } = desk();
    expect((await post(app, "send", body, init)).status).toBe(status);
    expect((await ask(app, "threads", {})).body).toMatchObject({ total: 0 });
  });

  test("if it names no action", async () => {
    const { app } = desk();
    for (const action of ["delete", "__proto__", "constructor"])
      expect((await post(app, action, message)).status).toBe(404);
  });

  test("by an inspector that was not asked to write, also if it has a graph", async () => {
    const { saver, graph } = desk();
    const app = inspector({ saver, graph, token: "token" });
    expect((await post(app, "send", message)).status).toBe(405);
    expect((await ask(app, "writing", {})).body).toMatchObject({ canWrite: false });
  });

  test("if it would store what stands for a redacted value", async () => {
    const { app } = desk();
    const edit = { thread: "ann", person: "maria", step: "newest", field: "route", value: { key: "[redacted]" } };
    expect((await post(app, "edit", edit)).body.error?.message).toContain("stands for something that is not shown");
  });
});

test("writing without a graph, or without a token, is refused when the inspector is created", () => {
  const { saver, graph } = desk();
  expect(() => inspector({ saver, write: true, token: "token" })).toThrow("`write` needs a graph");
  expect(() => inspector({ saver, graph, write: true })).toThrow("`write` without a token");
  expect(() => inspector({ saver, graph, write: true, person: "maria" })).toThrow("`write` without a token");
});

test("the application tells who writes, whatever the page claims", async () => {
  const { saver, graph } = desk();
  const app = inspector({
    saver,
    graph,
    write: true,
    person: (request) => (request.headers.get("cookie") === "session=1" ? "maria" : null),
  });
  expect((await post(app, "send", message)).status).toBe(400);
  expect((await post(app, "send", message, { cookie: "session=1" })).status).toBe(202);
});

test("a thread runs once at a time, and can be stopped", async () => {
  const saver = new MemorySaver();
  const { promise, resolve } = Promise.withResolvers<void>();
  const graph = fareGraph(saver, new CountingModel(() => "480", promise));
  const app = inspector({ saver, graph, write: true, token: "token" });
  expect((await post(app, "send", message)).status).toBe(202);
  expect((await post(app, "send", message)).body.error?.code).toBe("inspect/busy");
  const stopped = post(app, "stop", { thread: "ann", person: "maria" });
  resolve();
  expect((await stopped).body.run).toMatchObject({ isRunning: false, outcome: "aborted" });
});
