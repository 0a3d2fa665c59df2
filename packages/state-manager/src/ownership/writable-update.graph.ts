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

/** The type error for a write to a field that is not declared. */
export type UnknownField<Name extends string> = `${Name} is not a field of the state`;

/** Update that a node of these agents may return: the fields that one of them owns. Other fields can only be proposed. */
export type WritableUpdateOf<State extends StateDeclaration, Agent extends string> = {
  readonly [Name in FieldName<State>]?: MayWrite<State, Name, Agent> extends true
    ? GraphUpdateOf<State>[Name]
    : OwnedBy<Name, OwnerOf<State, Name>>;
};

/** `unknown` if every field of the result is declared. Otherwise a type that no function matches, with the name of the unknown field. */
export type KnownFieldsOnly<State extends StateDeclaration, Answer, Option extends string = "run"> = [
  UnknownIn<State, Answer>,
] extends [never]
  ? unknown
  : { readonly [Name in Option]: UnknownField<UnknownIn<State, Answer>> };

type UnknownIn<State extends StateDeclaration, Answer> = Exclude<KeyOfUpdate<Answer>, FieldName<State>>;

type KeyOfUpdate<Answer> = Answer extends Command | readonly Command[] | null | undefined | void
  ? never
  : string extends keyof Answer
    ? never
    : keyof Answer & string;
