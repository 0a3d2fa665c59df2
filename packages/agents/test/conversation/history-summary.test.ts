import { describe, expect, test } from "vitest";
import { type SummarizeOptions } from "@tidemark/agents/internal";
import { summarizeHistory } from "@tidemark/agents/internal";

const userMessage = (content: string) => ({ role: "user", content, id: content });
const messages = ["a", "b", "c", "d"].map(userMessage);

type Part = Parameters<SummarizeOptions<ReturnType<typeof userMessage>>["summarize"]>[0];

/** Summarizer that joins the texts and records its inputs. */
const recordingSummarizer = () => {
  const parts: Part[] = [];
  const summarize = (part: Part) => {
    parts.push(part);
    return [part.previous ?? "", ...part.messages.map(({ content }) => content)].join("");
  };
  return { parts, summarize };
};

const unable = () => Promise.reject(new Error("no model"));

describe("summarizeHistory", () => {
  test("returns the conversation itself when it fits", async () => {
    const { parts, summarize } = recordingSummarizer();
    expect(await summarizeHistory(messages, { max: 4, summarize })).toEqual({
      outcome: "whole",
      messages,
      summary: null,
    });
    expect(parts).toEqual([]);
  });

  test("puts a summary of the older messages after the instructions, before the messages that fit", async () => {
    const instructions = { role: "system", content: "Be brief.", id: "0" };
    const result = await summarizeHistory([instructions, ...messages], {
      max: 2,
      summarize: recordingSummarizer().summarize,
    });
    expect(result).toEqual({
      outcome: "summarized",
      messages: [
        instructions,
        { role: "system", content: "Summary of the earlier conversation:\nab" },
        userMessage("c"),
        userMessage("d"),
      ],
      summary: { text: "ab", through: "b" },
    });
  });

  test("summarizes each message once when it receives the previous summary", async () => {
    const { parts, summarize } = recordingSummarizer();
    const first = await summarizeHistory(messages, { max: 2, summarize });
    const longer = [...messages, userMessage("e")];
    const second = await summarizeHistory(longer, { max: 2, summarize, previous: first.summary });
    expect(second.summary).toEqual({ text: "abc", through: "c" });
    expect(parts[1]).toEqual({ messages: [userMessage("c")], previous: "ab", signal: null });
    await summarizeHistory(longer, { max: 2, summarize, previous: second.summary });
    expect(parts).toHaveLength(2);
  });

  test("starts over when the last summarized message is missing", async () => {
    const { parts, summarize } = recordingSummarizer();
    await summarizeHistory(messages, { max: 2, summarize, previous: { text: "z", through: "gone" } });
    expect(parts).toEqual([{ messages: [userMessage("a"), userMessage("b")], previous: null, signal: null }]);
  });

  test("leaves out older messages that cannot be summarized, and keeps the previous summary", async () => {
    const bare = await summarizeHistory(messages, { max: 2, summarize: unable });
    expect(bare).toEqual({ outcome: "failed", messages: messages.slice(2), summary: null });
    const previous = { text: "a", through: "a" };
    const known = await summarizeHistory(messages, { max: 2, summarize: unable, previous });
    expect(known.summary).toBe(previous);
    expect(known.messages[0]).toMatchObject({ content: "Summary of the earlier conversation:\na" });
  });

  test("rethrows an error after an abort", async () => {
    const aborted = summarizeHistory(messages, { max: 2, summarize: unable, signal: AbortSignal.abort() });
    await expect(aborted).rejects.toThrow("no model");
  });
});
