import type { BaseMessage } from "@langchain/core/messages";
import { MessagesValue, ReducedValue, type StateSchema, UntrackedValue } from "@langchain/langgraph";
import type { Field, Fields, FieldTypes } from "../kernel/field.ts";
import type { StateDeclaration } from "../state/state.ts";

/** Values of a state inside a LangGraph graph: like `ValueOf`, with LangChain message classes in `messages`. */
export type GraphValueOf<State extends StateDeclaration> = {
  readonly [Name in keyof State["fields"]]: Name extends "messages"
    ? BaseMessage[]
    : State["fields"][Name]["~types"]["value"];
};

/** Update returned by a node of a LangGraph graph: like `UpdateOf`, with every input that LangGraph accepts for `messages`. */
export type GraphUpdateOf<State extends StateDeclaration> = {
  readonly [Name in keyof State["fields"]]?: Name extends "messages"
    ? (typeof MessagesValue)["InputType"]
    : State["fields"][Name]["~types"]["update"];
};

/** LangGraph's own description of each field. It infers the types of nodes, `invoke` and `stream` from these. */
export type GraphFields<Declared extends Fields> = {
  [Name in keyof Declared]: Name extends "messages" ? typeof MessagesValue : GraphField<Declared[Name]["~types"]>;
};

/** Schema of a declared state. `~fields` has no value: inferring the fields from LangGraph's descriptions depends on the order of imports. */
export type DeclaredSchema<Declared extends Fields> = StateSchema<GraphFields<Declared>> & {
  readonly "~fields"?: Declared;
};

type GraphField<Types extends FieldTypes> = ReducedValue<Types["value"], Types["update"]>;

/** Fields of any state, in the form that `StateSchema` accepts. */
export type AnyGraphFields = Record<string, ReducedValue | UntrackedValue | Field["schema"]>;

export function toGraphField(declared: Field): AnyGraphFields[string] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the message types are LangGraph's own on both sides
  if (declared.holds === "messages") return MessagesValue as ReducedValue;
  if (declared.holds === "channel") return new UntrackedValue();
  if (declared.lifetime === "transient") return new UntrackedValue(declared.schema);
  if (declared.reducer === undefined) return declared.schema;
  return new ReducedValue(declared.schema, { inputSchema: declared.updateSchema, reducer: declared.reducer });
}
