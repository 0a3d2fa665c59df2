import { describe, expect, test } from "vitest";
import { type SummariseOptions, summariseHistory } from "@tidemark/agents";

const said = (content: string) => ({ role: "user", content, id: content });
const messages = ["a", "b", "c", "d"].map(said);

type Part = Parameters<SummariseOptions<ReturnType<typeof said>>["summarise"]>[0];

/** Tells messages by their words, and keeps what it was given. */
const teller = () => {
  const parts: Part[] = [];
  const summarise = (part: Part) => {
    parts.push(part);
    return [part.previous ?? "", ...part.messages.map(({ content }) => content)].join("");
  };
  return { parts, summarise };
};

const unable = () => Promise.reject(new Error("no model"));

describe("summariseHistory", () => {
  test("gives the conversation itself when it fits", async () => {
    const { parts, summarise } = teller();
    expect(await summariseHistory(messages, { max: 4, summarise })).toEqual({
      outcome: "whole",
      messages,
      summary: null,
    });
    expect(parts).toEqual([]);
  });

  test("puts a summary of the older messages before those that fit, behind the instructions", async () => {
    const instructions = { role: "system", content: "Be brief.", id: "0" };
    const result = await summariseHistory([instructions, ...messages], { max: 2, summarise: teller().summarise });
    expect(result).toEqual({
      outcome: "summarised",
      messages: [
        instructions,
        { role: "system", content: "Summary of the earlier conversation:\nab" },
        said("c"),
        said("d"),
      ],
      summary: { text: "ab", through: "b" },
    });
  });

  test("tells each message once when it is given the last summary", async () => {
    const { parts, summarise } = teller();
    const first = await summariseHistory(messages, { max: 2, summarise });
    const longer = [...messages, said("e")];
    const second = await summariseHistory(longer, { max: 2, summarise, previous: first.summary });
    expect(second.summary).toEqual({ text: "abc", through: "c" });
    expect(parts[1]).toEqual({ messages: [said("c")], previous: "ab", signal: null });
    await summariseHistory(longer, { max: 2, summarise, previous: second.summary });
    expect(parts).toHaveLength(2);
  });

  test("begins anew when the summary ends at a message that is gone", async () => {
    const { parts, summarise } = teller();
    await summariseHistory(messages, { max: 2, summarise, previous: { text: "z", through: "gone" } });
    expect(parts).toEqual([{ messages: [said("a"), said("b")], previous: null, signal: null }]);
  });

  test("leaves the older messages out when they cannot be told, and keeps what was told before", async () => {
    const bare = await summariseHistory(messages, { max: 2, summarise: unable });
    expect(bare).toEqual({ outcome: "failed", messages: messages.slice(2), summary: null });
    const previous = { text: "a", through: "a" };
    const known = await summariseHistory(messages, { max: 2, summarise: unable, previous });
    expect(known.summary).toBe(previous);
    expect(known.messages[0]).toMatchObject({ content: "Summary of the earlier conversation:\na" });
  });

  test("throws an abort on", async () => {
    const aborted = summariseHistory(messages, { max: 2, summarise: unable, signal: AbortSignal.abort() });
    await expect(aborted).rejects.toThrow("no model");
  });
});
