import { ReducedValue, StateSchema, UntrackedValue } from "@langchain/langgraph";
import { type Field, initialState, type StateDeclaration, toJsonSchema } from "@tidemark/core-state";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { z } from "zod";

/** Name of the field in which deepagents keeps files. Its channel is that of deepagents, which takes one update for each file. */
const FILES = "files";

/** Key of an update that goes through the reducer of its field. */
const UPDATE = "~tidemark_update";

/**
 * Makes the schema of a middleware from a declared state.
 *
 * LangChain and deepagents write whole values: the values of a parent as the input of a subagent, and after a hook those of every field. So a plain
 * value replaces the current one, and only a marked update goes through the reducer. Otherwise each of them would double a list.
 */
export function middlewareSchema(state: StateDeclaration): StateSchema<Record<string, ReducedValue | UntrackedValue>> {
  const { properties: jsonSchemas } = toJsonSchema(state);
  const defaults: Readonly<Record<string, unknown>> = initialState(state);
  const fields = inState(state).map((declared): [string, ReducedValue | UntrackedValue] => {
    // LangChain parses values of the state with the schema of an input, which an update need not satisfy.
    const value = z.unknown().default(defaults[declared.name]);
    if (declared.lifetime === "transient") return [declared.name, new UntrackedValue(value)];
    const jsonSchemaExtra: unknown = isPlainRecord(jsonSchemas) ? jsonSchemas[declared.name] : undefined;
    const reducer = (current: unknown, written: unknown): unknown => valueAfter(declared, current, written);
    const described = isPlainRecord(jsonSchemaExtra) ? { jsonSchemaExtra } : {};
    return [declared.name, new ReducedValue(value, { inputSchema: z.unknown().optional(), reducer, ...described })];
  });
  return new StateSchema(Object.fromEntries(fields));
}

/** Declared fields that are channels of the middleware: all except messages, and those that an existing schema declares. */
export const inState = ({ fields }: StateDeclaration): readonly Field[] =>
  Object.values(fields).filter(({ holds }) => holds === "json");

function valueAfter(declared: Field, current: unknown, written: unknown): unknown {
  if (written === undefined) return current;
  if (declared.reducer === undefined) return written;
  if (isPlainRecord(written) && Object.hasOwn(written, UPDATE)) return declared.reducer(current, written[UPDATE]);
  return declared.name === FILES ? declared.reducer(current, written) : written;
}

/** A write of an update of a field. */
export const asUpdate = (declared: Field, update: unknown): unknown =>
  declared.reducer === undefined || declared.name === FILES ? update : { [UPDATE]: update };
