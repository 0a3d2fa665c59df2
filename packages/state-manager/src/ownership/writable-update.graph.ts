import type { Command } from "@langchain/langgraph";
import type { StateDeclaration } from "@tidemark/core-state";
import type { Owner } from "@tidemark/core-state/internal";
import type { GraphUpdateOf } from "@tidemark/core-state/langgraph";

/** Names of a state's fields. */
export type FieldName<State extends StateDeclaration> = keyof State["fields"] & string;

/** Owners of a field, as a union of their names. */
export type OwnerOf<State extends StateDeclaration, Name extends FieldName<State>> = NameOf<
  State["fields"][Name]["~types"]["owner"]
>;

type NameOf<Owned extends Owner> = Owned extends readonly string[] ? Owned[number] : Owned;

/** True for a field that one of the agents may write. Where the compiler does not know the owner, the run decides. */
export type MayWrite<State extends StateDeclaration, Name extends FieldName<State>, Agent extends string> =
  string extends OwnerOf<State, Name>
    ? true
    : [Extract<OwnerOf<State, Name>, Agent | "any">] extends [never]
      ? false
      : true;

/** The type error for a write to a field of another owner. */
export type OwnedBy<Name extends string, Owned extends string> = `${Name} is owned by '${Owned}'; propose it instead`;

/**
 * Constraint of a returned update: an object that is not a list, a function or a promise.
 *
 * Without `object`, TypeScript would infer the constraint for an update whose fields are all unknown, because every
 * property of `Update` is optional. The type error could then not name the field. The symbols exclude what `object`
 * admits: a promise of a wrong update, for example, would be an update without a field.
 */
export type AnyUpdate<Update> = Update & object & NoBuiltIn;

type NoBuiltIn = {
  readonly [Name in typeof Symbol.iterator | typeof Symbol.hasInstance | typeof Symbol.toStringTag]?: never;
};

/** The type error for a write to a field that is not declared. */
export type UnknownField<Name extends string> = `${Name} is not a field of the state`;

/** Update that a node of these agents may return: the fields that one of them owns. Other fields can only be proposed. */
export type WritableUpdateOf<State extends StateDeclaration, Agent extends string> = {
  readonly [Name in FieldName<State>]?: MayWrite<State, Name, Agent> extends true
    ? GraphUpdateOf<State>[Name]
    : OwnedBy<Name, OwnerOf<State, Name>>;
};

/**
 * The function `Run`, or the type error that names the fields of its result that are not declared.
 *
 * A conditional type: TypeScript resolves it with the state before it checks the function, so that literals in a
 * returned update keep their types without `as const`. The error is a text and also a function that returns the text,
 * so that TypeScript can report it at the returned object.
 */
export type KnownFieldsOnly<State extends StateDeclaration, Answer, Run> = [UnknownIn<State, Answer>] extends [never]
  ? Run
  : UnknownField<UnknownIn<State, Answer>> & (() => UnknownField<UnknownIn<State, Answer>>);

type UnknownIn<State extends StateDeclaration, Answer> = Exclude<KeyOfUpdate<Answer>, FieldName<State>>;

type KeyOfUpdate<Answer> = Answer extends Command | readonly Command[] | null | undefined | void
  ? never
  : string extends keyof Answer
    ? never
    : keyof Answer & string;
