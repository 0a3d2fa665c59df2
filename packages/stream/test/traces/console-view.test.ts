import { MemorySaver } from "@langchain/langgraph";
import { createAgentGraph, defineAgent } from "@tidemark/agents/langgraph";
import { AgentState } from "@tidemark/core-state";
import { openSession } from "@tidemark/state-manager/langgraph";
import { consoleView } from "@tidemark/stream/traces";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { plainText } from "../../src/traces/plain-text.ts";
import { deferred } from "../deferred.ts";
import { clerkSession } from "./clerk.ts";
import { endTraces, untilEnd } from "./recorded.ts";

afterEach(endTraces);

const environment = { ...process.env };
afterEach(() => {
  for (const name of ["NO_COLOR", "FORCE_COLOR", "NODE_DISABLE_COLORS"]) {
    const value = environment[name];
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

/** Lines of a turn that pauses, and of its answer. The clock stands still. */
async function viewed(options: Parameters<typeof consoleView>[0] = {}, message = "Refund it"): Promise<string> {
  const lines: string[] = [];
  const write = (line: string): unknown => lines.push(line);
  untilEnd(consoleView({ stream: { write }, clock: { nanoseconds: () => 0n }, ...options }));
  const session = clerkSession("ann");
  const asked = await session.send(message);
  await session.resume(asked.outcome === "interrupted" ? (asked.interrupts[0]?.id ?? "") : "", "yes");
  return lines.join("");
}

test("a turn is printed while it runs: plans, agents, tools, questions, answers and tokens", async () => {
  const text = await viewed();
  expect(text.split("\n").map((line) => line.trimEnd())).toEqual([
    '> turn in "ann": Refund it',
    "  > plan planner",
    "  + plan planner done 0 ms",
    "  > agent clerk",
    '    > tool refund {"order":"A-17","amount":180}',
    '    ? approval of clerk_refund: Approve this? Call the tool "refund" with {"order":"A-17","amount":180}. Answer yes or no, or ask a question.',
    "    ? tool refund waits for an answer 0 ms",
    "  ? agent clerk waits for an answer 0 ms, 100 tokens in, 20 out",
    "? turn waits for an answer 0 ms, 100 tokens in, 20 out",
    '> turn resumed in "ann"',
    "  - answered: yes",
    "  > agent clerk",
    '    > tool refund {"order":"A-17","amount":180}',
    "      - clerk_refund approved by user:boss",
    '    + tool refund done: {"refunded":180} 0 ms',
    "  + agent clerk done 0 ms, 100 tokens in, 20 out",
    "  - handoff orchestrator to clerk plan_step",
    "+ turn done 0 ms, 100 tokens in, 20 out",
    "",
  ]);
});

test("no line ends in a colon, with or without content", async () => {
  for (const content of [true, false, () => ""]) {
    // oxlint-disable-next-line eslint/no-await-in-loop -- the view of one after the other
    const lines = (await viewed({ content })).split("\n");
    expect(lines.filter((line) => /:\s*$/u.test(line))).toEqual([]);
    endTraces();
  }
});

test("lines of turns that run at the same time begin with the name of the thread", async () => {
  const lines: string[] = [];
  const write = (line: string): unknown => lines.push(line.trimEnd());
  untilEnd(consoleView({ stream: { write }, clock: { nanoseconds: () => 0n } }));
  const both = deferred();
  let entered = 0;
  const worker = defineAgent(AgentState, {
    name: "worker",
    description: "Waits for the other turn.",
    reads: [],
    run: async () => {
      entered += 1;
      if (entered === 2) both.resolve();
      await both.promise;
      return {};
    },
  });
  const graph = createAgentGraph({ state: AgentState, agents: [worker], checkpointer: new MemorySaver() });
  const threads = ["ann", "0b6b6a4e-4a53-4c1c-9d3a-9f3d1c1f7a55"];
  await Promise.all(threads.map((threadId) => openSession({ graph, threadId }).send("Go")));
  const agents = lines.filter((line) => line.includes("> agent worker"));
  expect(agents.toSorted()).toEqual(["ann |   > agent worker", "…c-9d3a-9f3d1c1f7a55 |   > agent worker"].toSorted());
  expect(lines.slice(-2).map((line) => line.replace(/.* \| /u, ""))).toEqual(["+ turn done 0 ms", "+ turn done 0 ms"]);
  expect(lines.at(-1)).toContain(" | ");
  await openSession({ graph, threadId: "ben" }).send("Go");
  expect(lines.at(-1)).toBe("+ turn done 0 ms");
});

test("without content it prints names only", async () => {
  const text = await viewed({ content: false });
  expect(text).toContain("> tool refund\n");
  for (const word of ["Refund it", "A-17", "boss", "Approve"]) expect(text).not.toContain(word);
});

test("a function that redacts decides what is printed, and one that fails prints nothing", async () => {
  expect(await viewed({ content: (text) => text.replaceAll("A-17", "[order]") })).toContain('{"order":"[order]"');
  const failing = await viewed({
    content: () => {
      throw new Error("A-17");
    },
  });
  expect(failing).not.toContain("A-17");
});

const terminal = { isTTY: true, pipe: () => undefined, on: () => undefined, getColorDepth: () => 24 };

const ESCAPE = String.fromCodePoint(27);

/** Lines on a stream that is a terminal, or that is not. */
async function viewedOn(isTTY: boolean, color?: boolean): Promise<string> {
  const lines: string[] = [];
  const stream = { ...terminal, isTTY, write: (line: string): unknown => lines.push(line) };
  await viewed({ stream, ...(color !== undefined && { color }) });
  return lines.join("");
}

test("colors are printed on request, and never against a request", async () => {
  process.env["NO_COLOR"] = "1";
  expect(await viewedOn(false, true)).toContain(ESCAPE);
  delete process.env["NO_COLOR"];
  process.env["FORCE_COLOR"] = "1";
  expect(await viewedOn(true, false)).not.toContain(ESCAPE);
});

test("without a request, a stream that is not a terminal gets plain text, unless FORCE_COLOR is set", async () => {
  delete process.env["NO_COLOR"];
  delete process.env["FORCE_COLOR"];
  expect(await viewedOn(false)).not.toContain(ESCAPE);
  process.env["FORCE_COLOR"] = "1";
  expect(await viewedOn(false)).toContain(ESCAPE);
});

test("a text of a model cannot control the terminal", async () => {
  const text = await viewed({}, `Hi ${ESCAPE}[2J${ESCAPE}]0;owned\u0007\r\nnext \u202Ereversed \u009B31m`);
  expect(text.split("\n")[0]).toBe(
    '> turn in "ann": Hi \\u{1b}[2J\\u{1b}]0;owned\\u{7} next \\u{202e}reversed \\u{9b}31m',
  );
});

test("no text contains a control character or a line break", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0x10_ff_ff }), { maxLength: 600 }), (points) => {
      const text = points.map((point) => String.fromCodePoint(point)).join("");
      expect(plainText(text)).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
      expect(Array.from(plainText(text)).length).toBeLessThanOrEqual(240);
    }),
  );
});
