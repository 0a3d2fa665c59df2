import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { describe, expect, test } from "vitest";
import { failedFindings, findingsOf } from "@tidemark/agents";
import { observationsOf } from "@tidemark/agents/internal";

const asking = (...names: string[]) =>
  new AIMessage({ content: "", tool_calls: names.map((name) => ({ id: name, name, args: {} })) });
const answer = (id: string) => new ToolMessage({ content: "found", tool_call_id: id });

describe("observationsOf", () => {
  test("AR-17 names each tool once, in the order of its first call", () => {
    const messages = [
      new HumanMessage("What is the accuracy?"),
      asking("pdf"),
      answer("pdf"),
      asking("web", "pdf"),
      answer("web"),
      new AIMessage("87.2 %"),
    ];
    expect(observationsOf(messages)).toEqual({
      observations: ["Used tool: pdf", "Used tool: web"],
      toolHistory: ["pdf", "web"],
    });
  });

  test("finds nothing in messages without tools", () => {
    expect(observationsOf([new AIMessage("87.2 %"), null])).toEqual({ observations: [], toolHistory: [] });
  });
});

describe("findingsOf", () => {
  test("returns the tools and the answer of a call", () => {
    expect(findingsOf([asking("pdf"), answer("pdf"), new AIMessage("87.2 %")])).toEqual({
      observations: ["Used tool: pdf"],
      toolHistory: ["pdf"],
      finalOutput: "87.2 %",
      complete: true,
      failed: false,
    });
  });

  test("AR-19 reports a call that stopped early, and AR-20 one that added nothing", () => {
    const stopped = findingsOf([asking("pdf"), answer("pdf"), asking("web")]);
    expect(stopped).toMatchObject({ finalOutput: "found", complete: false, failed: false });
    expect(findingsOf([])).toMatchObject({ observations: [], finalOutput: "", complete: false, failed: true });
  });
});

describe("failedFindings", () => {
  test("AR-21 returns the reason of the failure, and a text for the user", () => {
    expect(failedFindings(new Error("timeout"))).toEqual({
      observations: ["Research failed: timeout"],
      toolHistory: [],
      finalOutput: "Unable to complete research due to an error.",
      complete: false,
      failed: true,
    });
    expect(failedFindings("gone", "Nothing was booked.")).toMatchObject({
      observations: ["Research failed: gone"],
      finalOutput: "Nothing was booked.",
    });
  });
});
