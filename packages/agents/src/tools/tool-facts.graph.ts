import { isLangChainTool } from "@langchain/core/tools";
import type { ToolFacts } from "@tidemark/state-manager/internal";
import type { DeclaredTools } from "./tool-source.graph.ts";

/** Tools of an agent, with the names that a rule asks a person about. */
export function toolFacts(tools: DeclaredTools, rules: object): readonly ToolFacts[] {
  const named: readonly (readonly [string | null, unknown])[] = Array.isArray(tools)
    ? tools.map((each: unknown) => [null, each])
    : Object.entries(tools);
  const single = named.flatMap(([key, each]): readonly (readonly [string | null, unknown])[] =>
    Array.isArray(each) ? each.map((one: unknown) => [null, one]) : [[key, each]],
  );
  return single.flatMap(([key, each]): readonly ToolFacts[] => {
    const name: unknown = isLangChainTool(each) ? each.name : key;
    if (typeof name !== "string") return [];
    const run: unknown = Reflect.get(Object(each), "run");
    // A tool of LangChain receives no runtime.
    const takesKey = !isLangChainTool(each) && typeof run === "function" && run.length > 1;
    return [{ name, asks: Object.hasOwn(rules, name), takesKey }];
  });
}
