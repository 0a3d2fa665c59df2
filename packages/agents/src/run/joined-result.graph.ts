import { Command } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";

/**
 * Adds fields to a result. Values of the result take precedence; lists of both are joined, the added ones before those of the result,
 * or behind them.
 */
export function withArrival(
  answer: unknown,
  arrival: Readonly<Record<string, unknown>>,
  place: "before" | "behind" = "before",
): unknown {
  const names = Object.keys(arrival);
  if (names.length === 0) return answer;
  if (isPlainRecord(answer)) {
    const lists = names.filter((field) => isBoth(arrival[field], answer[field]));
    const joined = lists.map((field) => {
      const both = [arrival[field], answer[field]];
      return [field, (place === "before" ? both : both.toReversed()).flat()] as const;
    });
    return { ...arrival, ...answer, ...Object.fromEntries(joined) };
  }
  const commands = commandsOf(answer);
  // The decision that led to a node belongs to its graph.
  if (place === "before" && commands.some(({ graph }) => graph !== undefined)) return answer;
  const written = new Map(commands.flatMap(({ update }) => entriesOf(update)));
  const further = Object.entries(arrival).filter(
    ([field, value]) => !written.has(field) || isBoth(value, written.get(field)),
  );
  const added = new Command({ update: Object.fromEntries(further) });
  return place === "before" ? [added, ...commands] : [...commands, added];
}

/** True for two lists of a field with a reducer, which are joined. */
const isBoth = (one: unknown, other: unknown): boolean => Array.isArray(one) && Array.isArray(other);

/** The commands of a result. */
export const commandsOf = (answer: unknown): readonly Command[] =>
  [answer].flat().filter((part: unknown): part is Command => part instanceof Command);

const entriesOf = (update: unknown): (readonly [string, unknown])[] =>
  Array.isArray(update)
    ? update.filter((pair): pair is [string, unknown] => Array.isArray(pair))
    : Object.entries({ ...(isPlainRecord(update) && update) });
