import { type Action, type Call, userOf } from "../people.ts";

/** An answer to a request. */
export type DecideAction = Extract<Action, { readonly kind: "decide" }>;

/** A request that a person has seen. */
export interface SeenRequest {
  readonly id: string;
  readonly hash: string;
  /** Thread that it is valid for. */
  readonly threadId?: string | undefined;
}

/** Number of people who have to approve. */
export const SIGNATURES = 2;

/** True for a person whom the rule names. */
export const mayDecide = (user: string | null): boolean => user === "ann" || user === "bob" || user === "eve";

/** True for an answer of a person who may give it: the person who sent the message may only reject. */
const counts = ({ by, decision, threadId }: DecideAction): boolean =>
  mayDecide(by) && (decision === "reject" || by !== userOf(threadId));

/** Name of a request with its content. */
const nameOf = ({ id, hash }: SeenRequest): string => `${id} ${hash}`;

/** An answer that was sent. */
interface Decision {
  readonly action: DecideAction;
  readonly call: Call;
  readonly request: string;
  /** True for a request of another thread, which is asked again with another content when anybody answers. */
  readonly isCopied: boolean;
}

/** Knows who has answered which request, and checks that nothing runs without enough approvals. */
export class Decisions {
  readonly #fail: (text: string) => void;
  readonly #sent: Decision[] = [];
  /** Keys of the payments, by request. */
  readonly #paid = new Map<string, Set<string>>();

  constructor(fail: (text: string) => void) {
    this.#fail = fail;
  }

  /** A person has chosen the request that an answer is for. */
  sent(call: Call, action: DecideAction, request: SeenRequest): void {
    this.#sent.push({ call, action, request: nameOf(request), isCopied: request.threadId !== action.threadId });
  }

  #of(threadId: string, request: string): readonly Decision[] {
    return this.#sent.filter((each) => each.action.threadId === threadId && each.request === request);
  }

  /** A node begins to pay for a request. */
  paying(threadId: string, request: SeenRequest, key: string): void {
    const name = nameOf(request);
    const own = this.#of(threadId, name).filter(({ action }) => counts(action));
    const people = new Set(own.flatMap(({ action }) => (action.decision === "approve" ? [action.by] : [])));
    if (people.size < SIGNATURES)
      this.#fail(`"${request.id}" of ${threadId} is paid, though only these people approved it: ${[...people].join()}`);
    const rejected = own.find(({ action, call }) => action.decision === "reject" && call.outcome === "done");
    if (rejected !== undefined)
      this.#fail(`"${request.id}" of ${threadId} is paid, though ${rejected.action.by} has rejected it`);
    const place = `${threadId} ${name}`;
    this.#paid.set(place, (this.#paid.get(place) ?? new Set()).add(key));
  }

  /** Checks the result of an answer. */
  answered(call: Call): void {
    const { action, outcome } = call;
    if (action.kind !== "decide" || counts(action)) return;
    const isCopied = this.#sent.find((each) => each.call === call)?.isCopied === true;
    if (outcome === "done" || (outcome === "interrupted" && !isCopied))
      this.#fail(`the answer of ${action.by} in ${action.threadId} is accepted, who may not give it`);
  }

  /** Checks a thread after all hosts are well. */
  checkThread(threadId: string): void {
    for (const { action, call, request } of this.#sent) {
      if (action.threadId !== threadId || action.decision !== "approve" || call.outcome !== "done") continue;
      if (!this.#paid.has(`${threadId} ${request}`))
        this.#fail(`${action.by} has given the last approval in ${threadId}, but nothing is paid`);
    }
    for (const [place, keys] of this.#paid) {
      if (place.startsWith(`${threadId} `) && keys.size > 1)
        this.#fail(`one request of ${threadId} is paid ${keys.size} times, under different keys`);
    }
  }
}
