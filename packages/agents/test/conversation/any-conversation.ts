import { AIMessage, type BaseMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import fc from "fast-check";

type Part =
  | { readonly kind: "ai" | "system" | "user"; readonly text: string }
  | { readonly kind: "calls"; readonly text: string; readonly results: number; readonly open: boolean };

const text = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 });

const parts: fc.Arbitrary<Part> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("user" as const, "ai" as const), text }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("calls" as const),
      text,
      results: fc.integer({ min: 1, max: 3 }),
      open: fc.boolean(),
    }),
  },
);

/** Any conversation: words, and calls of tools, some of them without a result. Ids of calls repeat, as those of small servers do. */
export function messagesIn({ maxLength = 14 }: { readonly maxLength?: number } = {}): fc.Arbitrary<
  readonly BaseMessage[]
> {
  return fc.tuple(fc.boolean(), fc.array(parts, { minLength: 1, maxLength })).map(([hasSystem, list]) => {
    const messages: BaseMessage[] = hasSystem ? [new SystemMessage({ content: "Be kind.", id: "s" })] : [];
    for (const [index, part] of list.entries()) {
      const id = `m${index}`;
      if (part.kind === "user") messages.push(new HumanMessage({ content: part.text, id }));
      if (part.kind === "ai") messages.push(new AIMessage({ content: part.text, id }));
      if (part.kind !== "calls") continue;
      const calls = Array.from({ length: part.results }, (_, call) => ({
        id: `${id}:${call}`,
        name: "look",
        args: {},
      }));
      messages.push(new AIMessage({ content: part.text, id, tool_calls: calls }));
      for (const call of part.open ? calls.slice(1) : calls) {
        messages.push(new ToolMessage({ content: part.text, tool_call_id: call.id, id: `r${call.id}` }));
      }
    }
    return messages;
  });
}
