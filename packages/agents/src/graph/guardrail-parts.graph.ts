import type { Clock } from "@tidemark/state-manager";
import { type NodeErrors, quietly } from "../failures/node-errors.ts";
import { type AnyGuardrail, Guards } from "../guardrails/guards.graph.ts";

/** Options of a graph that its guardrails depend on. */
export interface GuardedGraph {
  readonly guardrails?: readonly AnyGuardrail[];
  readonly clock?: Clock;
  readonly timer?: Pick<Clock, "wait">;
}

/** Guardrails of a graph, and those before answers. */
export interface GuardParts {
  readonly guards: Guards | undefined;
  readonly answers: Guards | undefined;
}

/** The guardrails of a graph; undefined without any. Throws for one that cannot be used. */
export function guardParts({ guardrails = [], clock, timer }: GuardedGraph, errors: NodeErrors): GuardParts {
  if (guardrails.length === 0) return { guards: undefined, answers: undefined };
  const guards = new Guards(guardrails, { clock, timer, report: quietly(errors) });
  return { guards, answers: guards.has("answer") ? guards : undefined };
}
