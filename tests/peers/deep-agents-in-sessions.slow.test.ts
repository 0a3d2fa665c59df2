import { Command } from "@langchain/langgraph";
import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { type AgentMiddleware, createMiddleware, tool, todoListMiddleware } from "langchain";
import { defineState, field, openSession, tidemark } from "tidemark";
import { sqliteSaver } from "tidemark/sqlite";
import { expect, test } from "vitest";
import { z } from "zod";
import { agentOf, asks, call, contents, edits, filesAlone, openTeam, team, writes } from "./deep-agents.ts";

/** A mail server that records what it sends, and a tool that uses it. */
function mail() {
  const sent: string[] = [];
  const send = tool(
    ({ to }: { readonly to: string }) => {
      sent.push(to);
      return `Sent to ${to}.`;
    },
    { name: "send_mail", description: "Sends the report.", schema: z.object({ to: z.string() }) },
  );
  return { sent, middleware: createMiddleware({ name: "mail", tools: [send] }) };
}

test("alone, one of two messages that arrive at once is lost; in a session both are answered", async () => {
  const program = { root: [writes("/a.md", "one"), writes("/b.md", "bee"), "Done.", "Done."] };
  const { agent } = agentOf(program, filesAlone);
  const thread = { configurable: { thread_id: "kim" } };
  const say = (content: string) => agent.invoke({ messages: [{ role: "user", content }] }, thread);
  await Promise.all([say("One"), say("Two")]);
  const stored: unknown = Reflect.get(Object((await agent.graph.getState(thread)).values), "messages");
  const known: readonly unknown[] = Array.isArray(stored) ? stored : [];
  expect(known.filter((each) => HumanMessage.isInstance(each)).length).toBe(1);

  const { session } = openTeam({ root: [writes("/a.md", "one"), "Done.", writes("/b.md", "bee"), "Done."] });
  const turns = await Promise.all([session.send("One"), session.send("Two")]);
  expect(turns.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
  const state = await session.state();
  expect(contents(state?.files)).toEqual({ "/a.md": "one", "/b.md": "bee" });
  expect(state?.messages.filter((each) => HumanMessage.isInstance(each)).map(({ text }) => text)).toEqual([
    "One",
    "Two",
  ]);
});

/** A team in which the call of the second subagent fails once. */
function failingTeam() {
  let failures = 1;
  const failing = createMiddleware({
    name: "failing",
    wrapToolCall: (request, handler) => {
      if (request.toolCall.args["subagent_type"] === "ben" && failures > 0) {
        failures -= 1;
        throw new Error("The network is down");
      }
      return handler(request);
    },
  });
  return {
    root: [writes("/a.md", "one"), asks("ann", "ben"), "Done."],
    subagents: { ann: [edits("/a.md", "one", "two"), "Edited."], ben: [writes("/b.md", "bee"), "Written."] },
    more: { middleware: [failing] },
  };
}

test("alone, a message after a failure drops what a subagent had finished", async () => {
  const { agent } = agentOf(failingTeam(), filesAlone);
  const thread = { configurable: { thread_id: "kim" } };
  const say = (content: string) => agent.invoke({ messages: [{ role: "user", content }] }, thread);
  await expect(say("Write it.")).rejects.toThrow("The network is down");
  const after: unknown = await say("Go on.");
  expect(contents(Reflect.get(Object(after), "files"))).toEqual({ "/a.md": "one" });
});

test("a turn that failed continues, and no subagent that had ended runs again", async () => {
  const { session, models } = openTeam(failingTeam());
  await expect(session.send("Write it.")).rejects.toThrow("The network is down");
  const continued = await session.continue();
  expect(continued.outcome).toBe("done");
  expect(contents((await session.state())?.files)).toEqual({ "/a.md": "two", "/b.md": "bee" });
  expect(models.get("ann")?.got.length).toBe(2);
});

test("alone, an answer that arrives twice sends twice", async () => {
  const { sent, middleware } = mail();
  const { agent } = agentOf(
    {
      root: [call("send_mail", { to: "ann" }), "Sent.", "Sent."],
      more: { middleware: [middleware], interruptOn: { send_mail: true } },
    },
    filesAlone,
  );
  const thread = { configurable: { thread_id: "kim" } };
  await agent.invoke({ messages: [{ role: "user", content: "Send it." }] }, thread);
  const approve = () => agent.invoke(new Command({ resume: { decisions: [{ type: "approve" }] } }), thread);
  await Promise.all([approve(), approve()]);
  expect(sent).toEqual(["ann", "ann"]);
});

test("a person approves exactly the call of a tool, once, and the audit log names them", async () => {
  const { sent, middleware } = mail();
  const { session } = openTeam(
    { root: [call("send_mail", { to: "ann" }), "Sent."], more: { middleware: [middleware] } },
    { approvals: { send_mail: "always" } },
  );
  const asked = await session.send("Send it.");
  if (asked.outcome !== "interrupted") throw new Error(asked.outcome);
  const [request] = asked.approvals;
  expect(request?.payload).toEqual({ agent: "root", tool: "send_mail", arguments: { to: "ann" } });
  expect(sent).toEqual([]);
  const answers = await Promise.all([session.approve(request), session.approve(request)]);
  expect(answers.map(({ outcome }) => outcome).toSorted()).toEqual(["alreadyResolved", "done"]);
  expect(sent).toEqual(["ann"]);
  const actions = (await session.state())?.runtime_audit_log.map((each) => ("action" in each ? each.action : null));
  expect(actions).toEqual(["approval", "effect"]);
});

test("a call that a person rejects does not run, and the model reads why", async () => {
  const { sent, middleware } = mail();
  const { session } = openTeam(
    { root: [call("send_mail", { to: "ann" }), "Not sent."], more: { middleware: [middleware] } },
    { approvals: { send_mail: "always" } },
  );
  const asked = await session.send("Send it.");
  if (asked.outcome !== "interrupted") throw new Error(asked.outcome);
  expect((await session.reject(asked.approvals[0], "Too early")).outcome).toBe("done");
  expect(sent).toEqual([]);
  const result = (await session.state())?.messages.findLast((each) => ToolMessage.isInstance(each));
  expect(result?.text).toContain("Too early");
});

test("a call of a subagent waits for a person as well, and the others go on", async () => {
  const { session } = openTeam(
    {
      root: [asks("ann", "ben"), "Done."],
      subagents: { ann: [writes("/secret.md", "hers"), "Written."], ben: [writes("/b.md", "bee"), "Written."] },
    },
    { approvals: { write_file: ({ inputs }) => inputs["file_path"] === "/secret.md" } },
  );
  const asked = await session.send("Write it.");
  if (asked.outcome !== "interrupted") throw new Error(asked.outcome);
  expect(asked.approvals.map(({ capability }) => capability)).toEqual(["ann"]);
  expect((await session.approve(asked.approvals[0])).outcome).toBe("done");
  const state = await session.state();
  expect(contents(state?.files)).toEqual({ "/secret.md": "hers", "/b.md": "bee" });
});

test("another process continues with the same file, and the files and fields are those of the thread", async () => {
  const checkpointer = sqliteSaver({ file: ":memory:" });
  const first = openTeam({ root: [writes("/a.md", "one"), "Done."] });
  await openSession({ graph: first.agent.graph, state: team.state, threadId: "kim", checkpointer }).send("Write it.");
  const second = openTeam({ root: [edits("/a.md", "one", "two"), "Done."] });
  const session = openSession({ graph: second.agent.graph, state: team.state, threadId: "kim", checkpointer });
  await session.send("Edit it.");
  expect(contents((await session.state())?.files)).toEqual({ "/a.md": "two" });
  expect((await session.state())?.runtime_turn_id).toBe("turn_2");
  checkpointer.close();
});

const plan = (content: string) => call("write_todos", { todos: [{ content, status: "pending" }] });

test("todos are a field of the turn that only the main agent writes", async () => {
  const Todo = z.object({ content: z.string(), status: z.enum(["pending", "in_progress", "completed"]) });
  const planned = tidemark(
    defineState({
      version: 1,
      fields: { todos: field(z.array(Todo).readonly(), { default: [], lifetime: "turn", owner: "root" }) },
    }),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- LangChain's own type does not fit its own list under exactOptionalPropertyTypes
  const list = todoListMiddleware() as AgentMiddleware;
  const middleware = planned.middleware();
  const { agent } = agentOf(
    {
      root: [plan("Research"), asks("ann"), "Done.", "Hello."],
      subagents: { ann: ["Read."] },
      more: { middleware: [list] },
    },
    middleware,
  );
  const session = openSession({ graph: agent.graph, state: planned.state, threadId: "kim" });
  await session.send("Plan it.");
  expect((await session.state())?.todos).toEqual([{ content: "Research", status: "pending" }]);
  await session.send("Hello");
  expect((await session.state())?.todos).toEqual([]);
  expect((await session.state())?.messages.findLast((each) => AIMessage.isInstance(each))?.text).toBe("Hello.");
});
