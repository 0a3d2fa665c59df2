import { isPlainRecord } from "@tidemark/reducers/internal";
import type { AgentValues } from "../kernel/agent-values.ts";

/** Input of every check of a guardrail. */
interface Checked<Values> {
  /** State before the check. */
  readonly values: Values;
  /** Aborted with the run, and when the time of the check is up. Pass it to every call that waits. */
  readonly signal: AbortSignal;
}

/** A decision without consequences: nothing, or the reason for the audit log. */
type Allowed = { readonly allow: string } | null | undefined;

/** Refuses, with a reason for people and models. */
interface Refused {
  readonly refuse: string;
}

/** Replaces a text. */
interface Replaced {
  readonly replace: string;
  readonly reason?: string;
}

/** Checks a turn, calls of tools and answers. Each check is optional. */
export interface Guardrail<Values = AgentValues> {
  /** Name in the audit log. */
  readonly name: string;
  /**
   * Checks a turn before anything else runs. `text` is what the messages of the turn contain, of any role: those that its input has brought,
   * and those since the last answer. Files that contain text are decoded, up to 256 KB each. A refusal is the answer of the turn.
   */
  readonly beforeTurn?: (
    turn: Checked<Values> & {
      readonly text: string;
      /** Parts of these messages that are not in `text`: images, other files, and files that are only referred to, of null bytes. */
      readonly unread: readonly { readonly mimeType: string | null; readonly bytes: number | null }[];
    },
  ) => Allowed | Refused | Promise<Allowed | Refused>;
  /**
   * Checks each call of a tool by the model of an agent. The model receives the reason of a refusal. `ask` needs the approval of a person, who sees
   * the reason.
   */
  readonly beforeTool?: (
    call: Checked<Values> & {
      readonly agent: string;
      readonly tool: string;
      /** Arguments of the call, as the model gave them. */
      readonly inputs: Readonly<Record<string, unknown>>;
    },
  ) => Allowed | Refused | { readonly ask: string } | Promise<Allowed | Refused | { readonly ask: string }>;
  /** Checks each text for the user before it is streamed or stored. `replace` is the text to use instead, `reason` is for the audit log. */
  readonly beforeAnswer?: (
    answer: Checked<Values> & {
      readonly text: string;
      /** The agent or built-in node that wrote the text. */
      readonly agent: string;
    },
  ) => Allowed | Refused | Replaced | Promise<Allowed | Refused | Replaced>;
  /** Decision if a check throws, takes too long or returns anything else. Defaults to `refuse`. */
  readonly onError?: "allow" | "refuse";
  /** Seconds that one check may take. Defaults to 10. */
  readonly timeoutSeconds?: number;
}

/** Result of a check: what is to be done, and why. */
export interface Verdict {
  readonly outcome: "allowed" | "asked" | "refused" | "replaced";
  readonly guardrail: string;
  /** Reason for people and models: one line without markup. */
  readonly reason: string;
  /** The text of a replaced answer. */
  readonly text?: string;
}

const KEYS = {
  turn: { allow: "allowed", refuse: "refused" },
  tool: { allow: "allowed", refuse: "refused", ask: "asked" },
  answer: { allow: "allowed", refuse: "refused", replace: "replaced" },
} as const;

/** A decision as a guardrail returned it: its outcome, its reason, and the text of a replaced answer. */
export interface Decision {
  readonly outcome: Verdict["outcome"] | "none";
  readonly reason: string;
  readonly text: string;
}

const NONE: Decision = { outcome: "none", reason: "", text: "" };

/** Reads what a guardrail returned. Null for anything but a decision. */
export function readDecision(stage: keyof typeof KEYS, decision: unknown): Decision | null {
  if (decision === undefined || decision === null) return NONE;
  if (!isPlainRecord(decision)) return null;
  const outcomes: Readonly<Record<string, Verdict["outcome"]>> = KEYS[stage];
  const { reason = "", ...rest } = decision;
  const [first, ...more] = Object.entries(rest);
  if (first === undefined || more.length > 0 || typeof reason !== "string") return null;
  const [key, text] = first;
  const outcome = Object.hasOwn(outcomes, key) ? outcomes[key] : undefined;
  if (outcome === undefined || typeof text !== "string") return null;
  if (outcome !== "replaced") return reason === "" ? { outcome, reason: text, text: "" } : null;
  return text.trim() === "" ? null : { outcome, reason, text };
}
