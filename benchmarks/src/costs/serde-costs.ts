import { AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { strictSerializer } from "@tidemark/checkpoint";
import { cpu } from "../measure/cpu-time.ts";
import { shuffled } from "../measure/shuffled.ts";

/** Values that are written and read. */
export const payloads: Readonly<Record<string, () => unknown>> = {
  "20,000 small objects": () =>
    Array.from({ length: 20_000 }, (_, index) => ({ id: `item_${index}`, value: index / 7, ok: index % 3 > 0 })),
  "400 messages": () =>
    Array.from({ length: 400 }, (_, index): BaseMessage => {
      const fields = { id: `m${index}`, content: `Message ${index}. `.repeat(8) };
      return index % 2 === 0 ? new HumanMessage(fields) : new AIMessage(fields);
    }),
};

/** Samples of one serializer, in CPU microseconds. */
export interface SerdeCosts {
  readonly name: "tidemark" | "stock";
  readonly write: readonly number[];
  readonly read: readonly number[];
}

/** Measures both serializers. Each reads what it wrote. */
export async function serdeCosts(payload: () => unknown, rounds: number): Promise<readonly SerdeCosts[]> {
  const value = payload();
  const costs = [
    { name: "tidemark" as const, serde: strictSerializer(), write: new Array<number>(), read: new Array<number>() },
    { name: "stock" as const, serde: new MemorySaver().serde, write: new Array<number>(), read: new Array<number>() },
  ];
  for (let round = -5; round < rounds; round += 1) {
    for (const { serde, write, read } of shuffled(costs)) {
      const start = cpu();
      const [type, bytes] = await serde.dumpsTyped(value);
      const written = cpu();
      await serde.loadsTyped(type, bytes);
      if (round < 0) continue;
      write.push(written - start);
      read.push(cpu() - written);
    }
  }
  return costs;
}
