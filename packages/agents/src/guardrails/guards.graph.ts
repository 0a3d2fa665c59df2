import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { AuditEntry } from "@tidemark/core-state";
import { type GuardrailRefusal, type GuardrailStage } from "@tidemark/core-state/internal";
import { type Clock, systemClock } from "@tidemark/state-manager";
import type { AgentValues } from "../kernel/agent-values.ts";
import { agentErrors } from "../kernel/errors.ts";
import { plainReason } from "../kernel/plain-text.ts";
import { privately } from "../kernel/private-tags.ts";
import { errorFacts } from "../failures/error-facts.ts";
import { type Decision, type Guardrail, readDecision, type Verdict } from "./guardrail.ts";
import type { UnreadPart } from "./words.ts";

/** A guardrail, whatever the state of its graph is. */
export type AnyGuardrail = Guardrail<never>;

/** Circumstances of a check. */
export interface GuardMoment {
  readonly values: AgentValues;
  readonly signal: AbortSignal;
  readonly config: LangGraphRunnableConfig;
}

/** A call of a tool that is checked. */
export interface GuardedCall {
  readonly agent: string;
  readonly tool: string;
  readonly callId: string;
  readonly inputs: Readonly<Record<string, unknown>>;
}

/** Result of all checks of one kind. */
export interface Checks {
  /** The strictest verdict; null if nothing is to be done. */
  readonly verdict: Verdict | null;
  /** Entries for the audit log. */
  readonly audit: readonly AuditEntry[];
}

/** Options of {@link Guards}. */
export interface GuardsOptions {
  readonly clock?: Pick<Clock, "now"> | undefined;
  /** Timer of the time limits. Defaults to real time. */
  readonly timer?: Pick<Clock, "wait"> | undefined;
  /** Receives what a guardrail has thrown. */
  readonly report?: ((error: unknown, moment: GuardMoment) => void) | undefined;
}

/** Seconds that one check may take. */
const SECONDS = 10;

/** Reason of a check that failed, as people and models read it. */
const FAILED = "a check could not be completed";

/**
 * Runs the guardrails of a graph, in order. The first refusal decides. A guardrail that throws, hangs or returns something else refuses, unless
 * it declares `onError: "allow"`.
 *
 * The words of models that a guardrail calls are never streamed, and their calls are counted.
 */
export class Guards {
  readonly #guardrails: readonly AnyGuardrail[];
  readonly #options: GuardsOptions;

  /** Throws `agents/invalidGuardrail` for one that cannot be used. */
  constructor(guardrails: readonly AnyGuardrail[], options: GuardsOptions = {}) {
    const names = new Set<string>();
    for (const { name, beforeTurn, beforeTool, beforeAnswer, timeoutSeconds = SECONDS } of guardrails) {
      const invalid = (problem: string) => agentErrors.invalidGuardrail({ guardrail: name, problem });
      if (typeof name !== "string" || plainReason(name) === "") throw invalid("give it a name");
      if (names.has(name)) throw invalid("another one has this name");
      names.add(name);
      if ([beforeTurn, beforeTool, beforeAnswer].every((check) => check === undefined)) {
        throw invalid("give it `beforeTurn`, `beforeTool` or `beforeAnswer`");
      }
      if (!(timeoutSeconds > 0)) throw invalid("`timeoutSeconds` must be more than 0");
    }
    this.#guardrails = guardrails;
    this.#options = options;
  }

  /** True if a guardrail checks this. */
  has(stage: GuardrailStage): boolean {
    return this.#guardrails.some((guardrail) => checkOf(guardrail, stage) !== undefined);
  }

  /** Checks a turn. */
  async turn(
    words: { readonly text: string; readonly unread: readonly UnreadPart[] },
    moment: GuardMoment,
  ): Promise<Checks> {
    return await this.#check("turn", words, moment);
  }

  /** Checks a call of a tool. */
  async tool({ callId, ...call }: GuardedCall, moment: GuardMoment): Promise<Checks> {
    return await this.#check("tool", call, moment, { agent: call.agent, tool: call.tool, toolCallId: callId });
  }

  /** Checks a text for the user. Guardrails after one that replaced it check the new text. */
  async answer(text: string, agent: string, moment: GuardMoment): Promise<Checks> {
    return await this.#check("answer", { text, agent }, moment, { agent });
  }

  async #check(stage: GuardrailStage, subject: object, moment: GuardMoment, about: object = {}): Promise<Checks> {
    const { clock = systemClock } = this.#options;
    const audit: AuditEntry[] = [];
    let given = subject;
    let verdict: Verdict | null = null;
    for (const guardrail of this.#guardrails) {
      const check = checkOf(guardrail, stage);
      if (check === undefined) continue;
      const { outcome, reason, failed, text } = await this.#one(
        guardrail,
        stage,
        (signal) => check(given, moment.values, signal),
        moment,
      );
      if (outcome === "none") continue;
      audit.push({
        action: "guardrail",
        guardrail: guardrail.name,
        stage,
        outcome,
        reason,
        failed,
        ...about,
        turnId: moment.values.runtime_turn_id ?? null,
        timestamp: clock.now(),
      });
      if (outcome === "allowed") continue;
      const own = { outcome, guardrail: guardrail.name, reason: failed ? FAILED : reason };
      if (outcome === "refused") return { verdict: own, audit };
      if (outcome === "replaced") given = { ...given, text };
      // The first question is asked; a replaced text is the last one.
      verdict = outcome === "replaced" ? { ...own, text } : (verdict ?? own);
    }
    return { verdict, audit };
  }

  async #one(
    { name, onError = "refuse", timeoutSeconds = SECONDS }: AnyGuardrail,
    stage: GuardrailStage,
    check: (signal: AbortSignal) => unknown,
    moment: GuardMoment,
  ): Promise<Decision & { readonly failed: boolean }> {
    const { timer = systemClock, report } = this.#options;
    const { signal } = moment;
    const over = new AbortController();
    const late = new AbortController();
    const stop = AbortSignal.any([signal, late.signal]);
    void (async () => {
      await timer.wait(timeoutSeconds * 1000, over.signal);
      if (!over.signal.aborted) late.abort(agentErrors.guardrailTimedOut({ guardrail: name, seconds: timeoutSeconds }));
    })();
    try {
      stop.throwIfAborted();
      const config = privately({ ...moment.config, signal: stop });
      const stopped = abortedBy(stop, over.signal);
      const deciding = AsyncLocalStorageProviderSingleton.runWithConfig(config, async () => await check(stop));
      const decision = readDecision(stage, await Promise.race([deciding, stopped]));
      if (decision === null) throw agentErrors.badGuardrailDecision({ guardrail: name, stage });
      return { ...decision, reason: plainReason(decision.reason), failed: false };
    } catch (error) {
      // A run that was stopped has decided nothing. A limit of calls is a failure like any other.
      if (signal.aborted && !agentErrors.limitReached.is(signal.reason)) throw signal.reason;
      report?.(error, moment);
      const isKnown = agentErrors.guardrailTimedOut.is(error) || agentErrors.badGuardrailDecision.is(error);
      // User interfaces show the audit log, and the text of an error is not for users.
      const reason = plainReason(isKnown ? error.message : `It threw ${errorFacts(error)[0]?.name ?? "an error"}`);
      return { outcome: onError === "allow" ? "allowed" : "refused", reason, failed: true, text: "" };
    } finally {
      over.abort();
    }
  }
}

type Check = (subject: object, values: AgentValues, signal: AbortSignal) => unknown;

/** The check of a guardrail, as a function of anything. */
function checkOf(guardrail: AnyGuardrail, stage: GuardrailStage): Check | undefined {
  const check = { turn: guardrail.beforeTurn, tool: guardrail.beforeTool, answer: guardrail.beforeAnswer }[stage];
  if (check === undefined) return undefined;
  return (subject, values, signal): unknown => Reflect.apply(check, guardrail, [{ ...subject, values, signal }]);
}

/** Rejects when the signal is aborted, until the work is over. */
const abortedBy = (signal: AbortSignal, over: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener(
      "abort",
      () => {
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- the reason is the value that was aborted with
        reject(signal.reason);
      },
      { once: true, signal: over },
    );
  });

/** The refusal of a turn or an answer, for the state. */
export const refusalOf = (stage: GuardrailRefusal["stage"], { guardrail, reason }: Verdict): GuardrailRefusal => ({
  guardrail,
  stage,
  reason,
});

/** The answer to the user in place of what was refused. */
export const refusalText = (stage: GuardrailRefusal["stage"], { reason }: Verdict): string =>
  `${stage === "turn" ? "This request was refused" : "The answer was withheld"}${reason === "" ? "" : `: ${reason}`}.`;

/** Content of a message that was refused, as models of later turns read it. */
export const REFUSED = "(refused)";
