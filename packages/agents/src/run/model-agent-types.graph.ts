import type { StructuredToolInterface } from "@langchain/core/tools";
import type { StateDeclaration } from "@tidemark/core-state";
import type { GraphValueOf } from "@tidemark/core-state/langgraph";
import type { FieldName } from "@tidemark/state-manager/internal/langgraph";
import type { JsonObject } from "@tidemark/core-state/internal";
import type { z } from "zod";
import type { ApprovalContext, ApprovalRule } from "../approvals/policy.ts";
import type { ToolRuntime } from "../tools/tool-runtime.graph.ts";
import type { ProposableChanges } from "./agent-runtime.graph.ts";
import type { AgentUpdate, NamesIn, SchemasOf } from "./agent-types.graph.ts";

/**
 * Schemas of the arguments of functions that are tools, by the names of the tools.
 *
 * Nothing is demanded of them here: the compiler infers no schema of a tool of LangChain, and would then infer none at all.
 */
export type ToolSchemas = Readonly<Record<string, unknown>>;

/** The fields that an agent reads. */
type ReadValues<State extends StateDeclaration, Declared> = Pick<
  GraphValueOf<State>,
  NamesIn<Declared, "reads"> & FieldName<State>
>;

/** System prompt: a text, or a function of the fields that the agent reads. */
export type Instructions<State extends StateDeclaration, Declared> = [State] extends [unknown]
  ? string | ((values: ReadValues<State, Declared>) => string)
  : never;

/** A function that is a tool, with the schema of its arguments. */
export interface FunctionTool<Schema, Runtime, Values> {
  /** What the tool does, for the model. */
  readonly description: string;
  /** Schema of the arguments. */
  readonly inputs: Schema & z.ZodType;
  /** Rule for the calls that a person has to approve, such as `({ inputs }) => inputs.amount > 100`. Defaults to none. */
  readonly approve?: ApprovalRule<Values, ArgumentsOf<Schema>>;
  /** Does the work of one call. */
  readonly run: (inputs: OutputOfSchema<Schema>, runtime: Runtime) => unknown;
}

type OutputOfSchema<Schema> = Schema extends z.ZodType<infer Output> ? Output : never;

/** Tools by name. A list of tools keeps the names of its tools. */
export type ToolsByName<State extends StateDeclaration, Declared, Schemas extends ToolSchemas> = {
  readonly [Name in keyof Schemas]:
    | FunctionTool<Schemas[Name], RuntimeOf<State, Declared>, GraphValueOf<State>>
    | StructuredToolInterface
    | readonly StructuredToolInterface[];
};

/** Runtime of a function that is a tool, typed by the declaration of its agent. */
type RuntimeOf<State extends StateDeclaration, Declared> = ToolRuntime<
  ReadValues<State, Declared>,
  AgentUpdate<State, Declared>,
  ProposableChanges<State, NamesIn<Declared, "proposes">>
>;

/**
 * Rules by the names of tools; the arguments of functions have the types of their schemas. Beside a list, whose names the compiler does
 * not know, there can be rules of other names, for arguments of any kind.
 */
export type ToolApprovalsOf<State extends StateDeclaration, Schemas extends ToolSchemas, Declared> = [State] extends [
  unknown,
]
  ? {
      readonly [Name in keyof Schemas]?: ApprovalRule<GraphValueOf<State>, ArgumentsOf<Schemas[Name]>>;
    } & (HasList<Declared, Schemas> extends true ? Readonly<Record<string, ListedRule<State>>> : unknown)
  : never;

/** A rule for a tool of a list. As a method it also is the type of rules whose arguments are known. */
type ListedRule<State extends StateDeclaration> =
  | Extract<ApprovalRule<GraphValueOf<State>>, string>
  | { test(context: ApprovalContext<GraphValueOf<State>>): boolean }["test"];

/** True for tools by name of which one is a list. It is not known beside functions whose types are inferred: then one may be. */
type HasList<Declared, Schemas extends ToolSchemas> =
  ToolsIn<Declared> extends infer Tools
    ? unknown extends Tools
      ? unknown extends Schemas[keyof Schemas]
        ? true
        : false
      : Tools extends readonly unknown[]
        ? false
        : { [Name in keyof Tools]: Tools[Name] extends readonly unknown[] ? true : never }[keyof Tools] extends never
          ? false
          : true
    : never;

type ToolsIn<Declared> = Declared extends { readonly tools: infer Tools } ? Tools : readonly [];

type ArgumentsOf<Schema> = Schema extends z.ZodType<infer Arguments extends object> ? Arguments : JsonObject;

/** Schema of a result whose keys are all in `writes`, `proposes` or `contexts`. */
export type OutputOf<Declared> = Declared extends { readonly output: z.ZodType<infer Output> }
  ? [Exclude<keyof Output, Target<Declared>>] extends [never]
    ? unknown
    : `"${Exclude<keyof Output, Target<Declared>> & string}" of 'output' is in none of 'writes', 'proposes' and 'contexts'`
  : unknown;

type Target<Declared> = NamesIn<Declared, "writes"> | NamesIn<Declared, "proposes"> | keyof SchemasOf<Declared>;

/** Refuses rules for tools that the agent does not have. Names of tools in a list are not known to the compiler. */
export type KnownToolsOnly<Declared> = Declared extends { readonly tools: infer Tools; readonly approvals: infer Rules }
  ? true extends HasList<Declared, ToolSchemas> | (Tools extends readonly unknown[] ? true : never)
    ? unknown
    : { readonly approvals?: { readonly [Name in UnknownRule<Rules, Tools>]: `"${Name}" is not a tool of the agent` } }
  : unknown;

type UnknownRule<Rules, Tools> = Exclude<keyof Rules, keyof Tools | `transfer_to_${string}`> & string;
