import { streamTurn } from "@tidemark/stream/langgraph";
import { afterEach, expect, test } from "vitest";
import { until } from "../until.ts";
import { clerkSession } from "./clerk.ts";
import { endTraces, parentOf, record, UNSET } from "./recorded.ts";

afterEach(endTraces);

test("a streamed turn is traced as one that nobody streams", async () => {
  const { spans, span } = record();
  const turn = streamTurn(clerkSession("ann"), "Refund it");
  let next = await turn.next();
  // oxlint-disable-next-line eslint/no-await-in-loop -- parts of one stream
  while (next.done !== true) next = await turn.next();
  expect(parentOf(span("execute_tool refund"), spans())).toBe("invoke_agent clerk");
  expect(span("invoke_workflow").attributes["tidemark.outcome"]).toBe("interrupted");
});

test("a turn whose client stops reading is canceled, and its span ends", async () => {
  const { span, spans } = record();
  const turn = streamTurn(clerkSession("ann"), "Refund it");
  let next = await turn.next();
  // oxlint-disable-next-line eslint/no-await-in-loop -- parts of one stream
  while (next.done !== true && next.value.type !== "node_started") next = await turn.next();
  await turn.return(null);
  await until(() => spans().some(({ name }) => name === "invoke_workflow"));
  const { attributes, status } = span("invoke_workflow");
  expect([attributes["tidemark.outcome"], status.code]).toEqual(["cancelled", UNSET]);
});

test("a redacting function decides what spans contain, and null leaves a text out", async () => {
  const { spans } = record({
    content: (text, { attribute }) =>
      attribute === "gen_ai.input.messages" ? null : text.replaceAll("A-17", "[order]"),
  });
  await clerkSession("ann").send("Refund it");
  const text = JSON.stringify(spans().map(({ attributes, events }) => [attributes, events]));
  expect(text).toContain("[order]");
  expect(text).not.toContain("A-17");
  expect(text).not.toContain("gen_ai.input.messages");
});
