import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { ThreadLocks } from "@tidemark/checkpoint";
import type { StateDeclaration } from "@tidemark/core-state";
import { stateOf } from "@tidemark/core-state/langgraph";
import { defineMigrations, type Migrations } from "@tidemark/state-manager";
import type { UnfinishedPolicy } from "@tidemark/state-manager/internal/langgraph";
import { openSession, type Session, type SessionGraph } from "@tidemark/state-manager/langgraph";
import type { TurnEngine } from "../engine/turn-engine.graph.ts";
import type { TurnStore } from "../store/turn-store.ts";
import type { RunCounts } from "./run-counts.ts";

/** Parts of turns, without the types of their state. */
export interface TurnDefinition {
  readonly name: string;
  readonly graph: SessionGraph;
  readonly state: StateDeclaration | undefined;
  readonly visible: readonly string[] | undefined;
  readonly tools: readonly string[] | undefined;
  readonly saver: BaseCheckpointSaver;
  readonly engine: TurnEngine;
  readonly store: TurnStore;
  readonly locks: ThreadLocks | null;
  readonly migrations: Migrations | undefined;
  readonly takeOver: number;
  readonly maxWaiting: number;
  readonly maxPerUser: number;
  readonly maxAttempts: number;
  /** Handling of an unfinished turn of the thread when the next message arrives. */
  readonly unfinished: UnfinishedPolicy;
  readonly counts: RunCounts;
}

/**
 * Migrations of the turns. Those of a first version refuse threads of a newer one: while a new version is deployed, workers of the old one
 * would write to fields that the new one does not read.
 */
export function migrationsOf(
  graph: SessionGraph,
  { state, migrations }: Pick<TurnDefinition, "state" | "migrations">,
): Migrations | undefined {
  const declared = state ?? stateOf(graph);
  return migrations ?? (declared?.version === 1 ? defineMigrations(declared, []) : undefined);
}

/** Opens the session of a thread. */
export function sessionOf(
  { graph, state, saver, locks, migrations, unfinished }: TurnDefinition,
  { threadId, userId }: { readonly threadId: string; readonly userId: string | null },
  drain?: AbortSignal,
): Session<StateDeclaration> {
  return openSession({
    graph,
    threadId,
    checkpointer: saver,
    unfinished,
    ...(drain !== undefined && { drain }),
    ...(state !== undefined && { state }),
    ...(userId !== null && { userId }),
    ...(locks !== null && { locks }),
    ...(migrations !== undefined && { migrations }),
  });
}
