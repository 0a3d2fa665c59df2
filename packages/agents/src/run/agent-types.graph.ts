import type { ContextRegistry } from "@tidemark/state-manager";
import type { Command } from "@langchain/langgraph";
import type { StateDeclaration } from "@tidemark/core-state";
import type { JsonObject } from "@tidemark/core-state/internal";
import type { GraphUpdateOf } from "@tidemark/core-state/langgraph";
import type { ContextConstraint } from "@tidemark/state-manager/internal";
import type { AnyUpdate, FieldName, MayWrite, OwnedBy, OwnerOf } from "@tidemark/state-manager/internal/langgraph";
import type { z } from "zod";

/** Part of an agent's definition that TypeScript infers from. */
export interface AgentShape<State extends StateDeclaration> {
  /** Id of the agent and name of its node. */
  readonly name: string;
  /** Fields that `run` receives as its first argument. Defaults to `messages` for an agent with a model, else to none. */
  readonly reads?: readonly FieldName<State>[];
  /** Fields that `run` may return. Defaults to none. */
  readonly writes?: readonly FieldName<State>[];
  /** Fields of other owners that the agent may propose changes to. Defaults to none. */
  readonly proposes?: readonly FieldName<State>[];
  /** Additional owners that the agent writes as, such as `root`. Defaults to none. */
  readonly roles?: readonly string[];
  /** Schema of the parameters of its steps, and of the payload of a handoff to it. Defaults to any parameters. */
  readonly inputs?: z.ZodType;
  /** Context types that the agent reads and stores. Defaults to none. */
  readonly contexts?: ContextRegistry;
  /** Context types that a step must name before the agent runs. Defaults to none. */
  readonly requires?: readonly ContextConstraint<string>[];
}

/** Names in one of the lists of a definition: `reads`, `writes`, `proposes`, `roles`. */
export type NamesIn<Declared, List extends string> = List extends keyof Declared
  ? Extract<Declared[List], readonly string[]>[number]
  : never;

/** Names under which an agent writes: its own name and its roles. */
export type WriterOf<Declared> =
  | (Declared extends { readonly name: infer Name extends string } ? Name : never)
  | NamesIn<Declared, "roles">;

/** Schemas of the context types in a definition. */
export type SchemasOf<Declared> = Declared extends { readonly contexts: ContextRegistry<infer Schemas> }
  ? Schemas
  : // oxlint-disable-next-line typescript/no-generated-empty-object-type -- an agent without context types has no schemas
    Readonly<Record<never, never>>;

/** Contexts that a definition requires. */
export type RequiresOf<Declared> = Declared extends {
  readonly requires: infer Requires extends readonly ContextConstraint<string>[];
}
  ? Requires
  : readonly [];

/** Parameters of a step, parsed with `inputs` of a definition. Empty without `inputs`. */
export type ParametersOf<Declared> = Declared extends { readonly inputs: z.ZodType<infer Parameters> }
  ? Parameters
  : // oxlint-disable-next-line typescript/no-empty-object-type -- an intersection with it changes nothing
    {};

/** Inputs of an agent in approval rules and plans. */
export type InputsOf<Declared> = Declared extends { readonly inputs: z.ZodType<infer Parameters extends object> }
  ? Parameters
  : JsonObject;

/** Update that an agent may return: the fields in `writes`. Every other field is a type error with the reason. */
export type AgentUpdate<State extends StateDeclaration, Declared> = UpdateOfFields<
  State,
  NamesIn<Declared, "writes">,
  WriterOf<Declared>
>;

type UpdateOfFields<State extends StateDeclaration, Write extends string, Agent extends string> = {
  readonly [Name in FieldName<State>]?: Name extends Write
    ? GraphUpdateOf<State>[Name]
    : MayWrite<State, Name, Agent> extends true
      ? `${Name} is not in 'writes'`
      : OwnedBy<Name, OwnerOf<State, Name>>;
};

/** Result of an agent: an update, or commands with updates. */
export type AgentAnswer<State extends StateDeclaration, Declared> =
  | AnyUpdate<AgentUpdate<State, Declared>>
  | Command
  | readonly Command[];

/** A name in `writes`. A field of another owner becomes a type error with the owner's name. */
export type WritableField<State extends StateDeclaration, Name, Agent extends string> =
  Name extends FieldName<State>
    ? MayWrite<State, Name, Agent> extends true
      ? Name
      : OwnedBy<Name, OwnerOf<State, Name>>
    : never;
