import { DynamicStructuredTool, isLangChainTool, type StructuredToolInterface } from "@langchain/core/tools";
import { Validator } from "@langchain/core/utils/json_schema";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { z } from "zod";
import { type OptionNames, requireKnownOptions } from "@tidemark/core-state/internal";
import { agentErrors } from "../kernel/errors.ts";
import { checkedInputs } from "./loop-work.graph.ts";
import { checkToolResult, LONGEST_RESULT } from "./tool-result.ts";
import type { ToolApprovals } from "./tool-approval.graph.ts";
import type { ToolRuntime } from "./tool-runtime.graph.ts";

/** A function that is a tool, without its types. */
export interface ToolFunction {
  readonly description: string;
  readonly inputs: z.ZodType;
  readonly approve?: ToolApprovals[string];
  run(inputs: unknown, runtime: ToolRuntime): unknown;
}

/** Tools of an agent as they are declared: by name, with lists among them, or one list of tools of LangChain or MCP. */
export type DeclaredTools =
  | readonly StructuredToolInterface[]
  | Readonly<Record<string, ToolFunction | StructuredToolInterface | readonly StructuredToolInterface[]>>;

/** Finds what a running function receives; the config is that of the call. */
export type RuntimeOfCall = (config: LangGraphRunnableConfig | undefined) => ToolRuntime;

/** Options of {@link toolsOf}. */
export interface ToolOptions {
  readonly agent: string;
  readonly runtimeOf: RuntimeOfCall;
  /** Longest result, in characters of its JSON. Defaults to 262,144. */
  readonly longest?: number | undefined;
}

/**
 * Makes LangChain tools of the tools of an agent.
 *
 * A name that no model accepts, one that two tools have, and a value that is not a tool throw `agents/invalidTool`.
 */
export function toolsOf(
  declared: DeclaredTools,
  { agent, runtimeOf, longest = LONGEST_RESULT }: ToolOptions,
): readonly StructuredToolInterface[] {
  const named: readonly (readonly [string | null, unknown])[] = Array.isArray(declared)
    ? [[null, declared]]
    : Object.entries(declared);
  const entries = named.flatMap(([name, each]): readonly (readonly [string | null, unknown])[] =>
    Array.isArray(each) ? each.map((one: unknown) => [null, one]) : [[name, each]],
  );
  const found = entries.map(([name, each]) => toolOf(name, each));
  const byName = new Map<string, StructuredToolInterface>();
  for (const each of found) {
    const { name } = each;
    const other = byName.get(name);
    if (other !== undefined) throw wrong(name, `two tools have this name: ${originOf(other)}, and ${originOf(each)}`);
    byName.set(name, each);
  }
  return found;

  function toolOf(key: string | null, each: unknown): StructuredToolInterface {
    if (isLangChainTool(each)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a tool by LangChain's own check
      const ready = each as unknown as StructuredToolInterface;
      if (key === null || key === ready.name) return ready;
      throw wrong(key, `it is called "${ready.name}"`);
    }
    if (key === null || !isToolFunction(each)) {
      throw wrong(key ?? "of the list", "it needs `description`, `inputs` and `run`, or has to be a tool of LangChain");
    }
    if (!possibleName.test(key)) throw wrong(key, `use up to 64 letters, digits, "_" and "-"`);
    return functionTool(key, each);
  }

  function wrong(tool: string, problem: string): Error {
    return agentErrors.invalidTool({ agent, tool, problem });
  }

  function functionTool(name: string, own: ToolFunction): StructuredToolInterface {
    requireKnownOptions(`the tool "${name}"`, own, TOOL_OPTIONS);
    const { description, inputs } = own;
    return new DynamicStructuredTool({
      name,
      description,
      schema: inputs,
      responseFormat: "content_and_artifact",
      func: async (given: unknown, _manager: unknown, config: LangGraphRunnableConfig | undefined) => {
        const value: unknown = await own.run(checkedInputs(config, given), runtimeOf(config));
        const result = checkToolResult(value, longest);
        if (!result.ok) throw agentErrors.unfitToolResult({ agent, tool: name, problem: result.problem });
        // With the value beside its text, what is recorded is the value.
        return [result.text, { value: result.value }];
      },
    });
  }
}

const TOOL_OPTIONS: OptionNames<ToolFunction> = { description: true, inputs: true, approve: true, run: true };

/**
 * Rules of an agent: those of its functions, and those that it declares for tools by name. A tool with both throws `agents/invalidTool`.
 */
export function approvalsOf(agent: string, tools: DeclaredTools, declared: ToolApprovals = {}): ToolApprovals {
  const rules = Object.entries(tools).flatMap(([name, each]: readonly [string, unknown]) =>
    isToolFunction(each) && each.approve !== undefined ? [[name, each.approve] as const] : [],
  );
  const twice = rules.find(([name]) => Object.hasOwn(declared, name));
  if (twice === undefined) return { ...declared, ...Object.fromEntries(rules) };
  throw agentErrors.invalidTool({ agent, tool: twice[0], problem: "it has `approve`, and a rule in `approvals`" });
}

/** Names of tools that every provider of models accepts. */
export const possibleName = /^[\w-]{1,64}$/u;

/** Key of a tool's metadata: the MCP server that runs it. */
export const MCP_SERVER = "mcp_server";

/** The MCP server that runs a tool; null for a tool of this process. */
export function serverOf(tool: unknown): string | null {
  const metadata: unknown = Reflect.get(Object(tool), "metadata");
  const server: unknown = Reflect.get(Object(metadata), MCP_SERVER);
  return typeof server === "string" ? server : null;
}

function originOf(tool: StructuredToolInterface): string {
  const server = serverOf(tool);
  return server === null ? "one of the agent" : `one of the MCP server "${server}"`;
}

const isToolFunction = (value: unknown): value is ToolFunction =>
  isPlainRecord(value) &&
  typeof value["description"] === "string" &&
  value["inputs"] instanceof z.ZodType &&
  typeof value["run"] === "function";

/** Says where a value does not fit a JSON schema; null for a value that fits. */
export function jsonProblem(schema: Readonly<Record<string, unknown>>, value: unknown): string | null {
  const { valid, errors } = new Validator(schema, "2020-12", false).validate(value);
  if (valid) return null;
  const last = errors.slice(-3).map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
  return last.join(" ").slice(0, 500);
}
