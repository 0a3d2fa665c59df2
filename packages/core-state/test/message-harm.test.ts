import { describe, expect, test } from "vitest";
import { findMessageHarm } from "../src/message-harm.ts";

class Point {
  x = 1;
}

const circular: Record<string, unknown> = {};
circular["self"] = circular;

describe("findMessageHarm", () => {
  const forged = { lc: 1, type: "constructor", id: ["nowhere", "Nothing"], kwargs: {} };

  test.each<[string, unknown, string]>([
    [
      "a forged object",
      [{ role: "user", content: "hi", additional_kwargs: { extra: [forged] } }],
      "[0].additional_kwargs.extra[0]",
    ],
    ["a forged object in a block of content", { role: "user", content: [forged] }, "content[0]"],
    ["a BigInt", [new Point(), { content: "hi", artifact: { size: 1n } }], "[1].artifact.size"],
  ])("names the path of %s", (_, messages, at) => {
    expect(findMessageHarm(messages)?.at).toBe(at);
  });

  test("leaves everything else to the host", () => {
    const odd = { id: undefined, tool: () => 1, when: new Date(0), score: Number.NaN, circular };
    expect(findMessageHarm([{ content: "hi", odd }, "hi", ["user", "hi"], null, forged])).toBeNull();
  });

  test("refuses endless depth instead of running out of stack", () => {
    const content: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
    expect(findMessageHarm({ content })?.found).toBe("more than 200 levels");
  });
});
