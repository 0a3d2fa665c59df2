import { Seeded } from "./seeded.ts";

/** What a person does. */
export type Action =
  | {
      readonly kind: "send";
      readonly threadId: string;
      readonly text: string;
      /** Key of the call; the same text is then sent twice. */
      readonly key?: string;
      readonly unfinished?: "end" | "finish" | "refuse";
      /** The call is aborted after this many milliseconds. */
      readonly abortAfter?: number;
      /** The message is for the turn that runs. */
      readonly steers?: boolean;
      /** The turn begins at an earlier checkpoint. */
      readonly travels?: boolean;
    }
  | {
      readonly kind: "answer";
      readonly threadId: string;
      readonly value: string;
      readonly stale: boolean;
      readonly by: string;
    }
  | {
      readonly kind: "decide";
      readonly threadId: string;
      readonly decision: "approve" | "reject";
      /** True for a sentence, false for an answer that names the request and its content. */
      readonly inWords: boolean;
      readonly stale: boolean;
      /** Null for a caller whom nobody knows. */
      readonly by: string | null;
    }
  | { readonly kind: "continue"; readonly threadId: string; readonly by: string | null }
  | { readonly kind: "fork"; readonly threadId: string; readonly to: string; readonly earlier: boolean }
  | { readonly kind: "copy"; readonly threadId: string; readonly to: string; readonly forged: boolean }
  | { readonly kind: "forget"; readonly user: string }
  | { readonly kind: "edit"; readonly threadId: string; readonly text: string }
  | { readonly kind: "propose"; readonly threadId: string; readonly text: string }
  | { readonly kind: "delete"; readonly threadId: string };

/** A call of a person. */
export interface Call {
  readonly action: Action;
  /** Step at which it began. */
  readonly begun: number;
  /** Step at which its turn was accepted. Undefined outside of a queue, and while it is not known. */
  accepted?: number;
  /** Step at which its message was stored for the turn that runs. Undefined if it was not. */
  steered?: number;
  /** Step at which it was answered. Null if its host was killed before. */
  ended: number | null;
  outcome: string | null;
  result: Readonly<Record<string, unknown>> | null;
}

/** Actions of one person in order, each on a host. */
export type PersonPlan = readonly { readonly host: number; readonly action: Action }[];

/** What happens in a world, before the schedule decides on its order. */
export interface Plan {
  readonly people: readonly PersonPlan[];
  /** Differences of the clocks of the simulated hosts from the true time, in milliseconds. */
  readonly skews: readonly number[];
}

/** How often each kind of action is chosen. */
export interface Habits {
  readonly hosts: number;
  readonly people: number;
  /** Maximum number of actions of a person. */
  readonly actions: number;
  readonly threads: readonly string[];
  readonly weights: Readonly<Partial<Record<Action["kind"], number>>>;
  /** Probabilities of the marks of a message. */
  readonly marks: Readonly<Partial<Record<"?" | "+" | "~" | "*" | "&", number>>>;
  /** Handling of unfinished turns that people choose. Undefined leaves the default. */
  readonly unfinished: readonly ("end" | "finish" | "refuse" | undefined)[];
  /** True if people answer the questions of others. */
  readonly answerForOthers: boolean;
  readonly forged: boolean;
  /** True if the people who decide also continue unfinished turns. */
  readonly decides: boolean;
  readonly travels: number;
  /** Probability that a message is for the turn that runs. */
  readonly steers: number;
}

/** User of a thread, and of its copies. */
export const userOf = (threadId: string): string => (threadId.startsWith("b") ? "ben" : "ann");

/** People who decide. The rule does not name "mal", and nobody knows who null is. */
const DECIDERS = ["ann", "bob", "eve", "mal", null] as const;

/** Chooses what people do. */
export function planOf(habits: Habits, seed: number): Plan {
  const random = new Seeded(seed ^ 0x2c_1b_3c_6d);
  const kinds = Object.entries(habits.weights).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));
  let messages = 0;
  const threads = [...habits.threads];
  const action = (): Action => {
    const threadId = random.pick(threads);
    messages += 1;
    // Without a message, there is nothing to do.
    switch (messages === 1 ? "send" : random.pick(kinds)) {
      case "answer": {
        const by = habits.answerForOthers && random.chance(0.5) ? "bob" : userOf(threadId);
        return { kind: "answer", threadId, value: `y${messages}`, stale: random.chance(0.2), by };
      }
      case "decide": {
        const decision = random.chance(0.8) ? "approve" : "reject";
        const by = random.pick(DECIDERS);
        return { kind: "decide", threadId, decision, inWords: random.chance(0.5), stale: random.chance(0.2), by };
      }
      case "continue":
        return { kind: "continue", threadId, by: habits.decides ? random.pick(DECIDERS) : userOf(threadId) };
      case "fork":
      case "copy": {
        const to = `${threadId}-${messages}`;
        threads.push(to);
        return random.chance(0.6)
          ? { kind: "fork", threadId, to, earlier: random.chance(habits.travels) }
          : { kind: "copy", threadId, to, forged: habits.forged && random.chance(0.5) };
      }
      case "forget":
        return { kind: "forget", user: userOf(threadId) };
      case "edit":
        return { kind: "edit", threadId, text: `e${messages}` };
      case "propose":
        return { kind: "propose", threadId, text: `p${messages}` };
      case "delete":
        return { kind: "delete", threadId };
      default: {
        const marks = Object.entries(habits.marks).filter(([, probability]) => random.chance(probability));
        const unfinished = random.pick(habits.unfinished);
        return {
          kind: "send",
          threadId,
          text: `m${messages}${marks.map(([mark]) => mark).join("")}`,
          ...(random.chance(0.3) && { key: `k${messages}` }),
          ...(unfinished !== undefined && { unfinished }),
          ...(random.chance(0.1) && { abortAfter: 1 + random.below(200) }),
          ...(random.chance(habits.travels) && { travels: true }),
          ...(habits.steers > 0 && random.chance(habits.steers) && { steers: true }),
        };
      }
    }
  };
  const people = Array.from({ length: habits.people }, () => {
    const own: { host: number; action: Action }[] = [];
    for (let left = 1 + random.below(habits.actions); left > 0; left -= 1) {
      const host = random.below(habits.hosts);
      const next = action();
      own.push({ host, action: next });
      // The same request again, as a client does that got no answer.
      if (next.kind === "send" && next.key !== undefined) own.push({ host: random.below(habits.hosts), action: next });
    }
    return own;
  });
  const skews = Array.from({ length: habits.hosts }, () => (random.chance(0.5) ? 0 : random.below(20_000) - 10_000));
  return { people, skews };
}

/** An action in words. */
export function wordsOf(action: Action): string {
  switch (action.kind) {
    case "send": {
      const { threadId, text, key, unfinished, abortAfter, travels, steers } = action;
      const options = [
        key === undefined ? "" : ` with the key ${key}`,
        unfinished === undefined ? "" : `, unfinished: "${unfinished}"`,
        abortAfter === undefined ? "" : `, and aborts after ${abortAfter} ms`,
        travels === true ? ", from an earlier checkpoint" : "",
        steers === true ? ", to steer what runs" : "",
      ];
      return `sends "${text}" to ${threadId}${options.join("")}`;
    }
    case "answer":
      return `answers ${action.stale ? "the first" : "the last"} question of ${action.threadId} with "${action.value}" as ${action.by}`;
    case "decide": {
      const { decision, threadId, by, inWords, stale } = action;
      return `${decision}s ${stale ? "the first" : "the open"} request of ${threadId}${inWords ? " in words" : ""} as ${by ?? "nobody"}`;
    }
    case "fork":
      return `forks ${action.threadId}${action.earlier ? " at its first turn" : ""} to ${action.to}`;
    case "copy":
      return `exports ${action.threadId} and imports it as ${action.to}${action.forged ? ", with a forged value of the user" : ""}`;
    case "forget":
      return `forgets the user ${action.user}`;
    case "edit":
      return `edits ${action.threadId} with "${action.text}"`;
    case "propose":
      return `proposes "${action.text}" to ${action.threadId}`;
    case "delete":
      return `deletes ${action.threadId}`;
    case "continue":
      return `continues ${action.threadId} as ${action.by ?? "nobody"}`;
    default:
      throw new Error(`No words for ${JSON.stringify(action satisfies never)}`);
  }
}
