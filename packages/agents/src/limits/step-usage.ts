import type { Usage } from "./usage.ts";

/** Maximum that running calls may still use. */
export interface Reserved {
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number;
  /** Calls whose tokens or cost may stay unknown. */
  readonly uncounted: number;
}

/** Steps of a superstep that another process has stored. */
export interface StoredSteps {
  /** Usage by task. */
  readonly usage: ReadonlyMap<string, Usage>;
  /** Tasks by the ids of their tool calls. */
  readonly calls: ReadonlyMap<string, string>;
  /** Number of steps that have not ended. */
  readonly unfinished: number;
}

/** Count of the calls that another process has stored for a step. */
export interface Continuation {
  /** Reads the steps of the superstep. */
  readonly read: () => Promise<StoredSteps>;
  /** Counts the stored calls of this step. */
  readonly count: () => Promise<void>;
  /** Ends the wait for the other steps. */
  readonly signal: AbortSignal;
  /** Number of steps that LangGraph starts at once. */
  readonly most: number;
}

/**
 * The usage of the steps of one superstep. Each step counts its calls, and a limit compares the sum.
 *
 * A superstep that is continued begins with what is stored, and no step makes a call before all unfinished ones have
 * counted their stored calls.
 */
export class StepUsage {
  readonly #members = new Map<string, StepMember>();
  readonly #waiting = new Set<() => void>();
  /** Tasks by the ids of their calls. */
  readonly #callIds = new Map<string, string>();
  #stored: Promise<StoredSteps> | null = null;
  #usage: StoredSteps["usage"] = new Map();

  /** Adds a step, by the id of its task. A repeated task replaces its earlier run. */
  join(task: string, usage: () => Usage): StepMember {
    const member = new StepMember(this, task, usage);
    this.#members.set(task, member);
    return member;
  }

  /** Counts what is stored, once, and waits until each unfinished step has done so. */
  async continue(member: StepMember, { read, count, signal, most }: Continuation): Promise<void> {
    this.#stored ??= read();
    const { usage, calls, unfinished } = await this.#stored;
    this.#usage = usage;
    for (const [callId, task] of calls) this.#callIds.set(callId, task);
    await count();
    member.isReady = true;
    this.changed();
    if (unfinished > most) return;
    while (this.#ready < unfinished && !signal.aborted) await this.change(signal);
  }

  get #ready(): number {
    return [...this.#members.values()].filter(({ isReady }) => isReady).length;
  }

  /** Takes an id for a call of a step, unless another step has it. */
  claim(task: string, callId: string): boolean {
    const owner = this.#callIds.get(callId) ?? task;
    this.#callIds.set(callId, owner);
    return owner === task;
  }

  /** Usage of all steps but one. */
  usageWithout(task: string): readonly Usage[] {
    const others = [...this.#members].filter(([id]) => id !== task).map(([, member]) => member.usage());
    const stored = [...this.#usage].filter(([id]) => id !== task && !this.#members.has(id)).map(([, usage]) => usage);
    return [...others, ...stored];
  }

  /** Maximum that the running calls may still use, without some of them. */
  reserves(without: ReadonlySet<unknown>): Reserved {
    const all = [...this.#members.values()].flatMap(({ reserved }) => [...reserved]);
    return all.filter(([key]) => !without.has(key)).reduce((total, [, each]) => sum(total, each), NOTHING);
  }

  /** Resolves when a call or a step has ended. */
  async change(signal?: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const end = () => {
        this.#waiting.delete(end);
        signal?.removeEventListener("abort", end);
        resolve();
      };
      this.#waiting.add(end);
      signal?.addEventListener("abort", end, { once: true });
    });
  }

  changed(): void {
    for (const end of this.#waiting) end();
  }
}

/** One step of a superstep. */
export class StepMember {
  readonly usage: () => Usage;
  /** Running calls, each by its key. */
  readonly reserved = new Map<unknown, Reserved>();
  /** True when the stored calls of the step are counted. */
  isReady = false;
  readonly #steps: StepUsage;
  readonly #task: string;

  constructor(steps: StepUsage, task: string, usage: () => Usage) {
    this.#steps = steps;
    this.#task = task;
    this.usage = usage;
  }

  /** Usage of the other steps. */
  get others(): readonly Usage[] {
    return this.#steps.usageWithout(this.#task);
  }

  /** Maximum that the running calls of all steps may still use, without some of them. */
  reserves(without: ReadonlySet<unknown> = new Set()): Reserved {
    return this.#steps.reserves(without);
  }

  /** True for an id of a call that no other step has. Models may number their calls from the start in each conversation. */
  claim(callId: string): boolean {
    return this.#steps.claim(this.#task, callId);
  }

  /** Counts stored calls before the first new one. */
  async continue(continuation: Continuation): Promise<void> {
    await this.#steps.continue(this, continuation);
  }

  async change(signal: AbortSignal): Promise<void> {
    await this.#steps.change(signal);
  }

  /** Ends a running call. */
  release(key: unknown): void {
    if (this.reserved.delete(key)) this.#steps.changed();
  }

  /** Ends the step: its calls are no longer running, and its usage stays. */
  leave(): void {
    this.isReady = true;
    this.reserved.clear();
    this.#steps.changed();
  }
}

/** Supersteps that are running, by the signal that LangGraph gives to all tasks of a superstep. */
export class RunningSteps {
  readonly #steps = new WeakMap<AbortSignal, StepUsage>();

  /** The superstep of a signal. Without a signal, one that is not shared. */
  of(signal: AbortSignal | undefined): StepUsage {
    const found = signal === undefined ? undefined : this.#steps.get(signal);
    const steps = found ?? new StepUsage();
    if (signal !== undefined) this.#steps.set(signal, steps);
    return steps;
  }
}

const NOTHING: Reserved = { calls: 0, tokens: 0, cost: 0, uncounted: 0 };

const sum = (one: Reserved, other: Reserved): Reserved => ({
  calls: one.calls + other.calls,
  tokens: one.tokens + other.tokens,
  cost: one.cost + other.cost,
  uncounted: one.uncounted + other.uncounted,
});
