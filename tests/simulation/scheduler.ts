import { Seeded } from "./seeded.ts";
import { settled, surround } from "./surroundings.ts";

/** What goes wrong at a point of an operation. */
export type Fault = "kill" | "freeze" | "lost" | "cut" | "busy" | "full";

/** A step that differs from the usual one: another choice, a fault, or a clock that is set. */
export interface Deviation {
  readonly pick?: number;
  readonly fault?: Fault;
  /** Milliseconds by which the clock of the simulated host or of the database is set, also back. */
  readonly clock?: readonly [host: number | "database", milliseconds: number];
}

/** Deviations by the number of their step. All other steps are the usual ones: the simulated host that ran last goes on. */
export type Schedule = ReadonlyMap<number, Deviation>;

/** An operation outside of a host, such as a statement of a database. */
export interface Operation<Result> {
  /** What it does, for people. */
  readonly text: string;
  readonly writes: boolean;
  /** Rows that it locks until it has taken effect. Defaults to none. */
  readonly locks?: readonly string[];
  /** Called when its locks are taken, with what others have committed until then. */
  readonly begin?: () => void;
  readonly run: () => Result | Promise<Result>;
}

/** Errors that callers get instead of an answer. */
export type FaultErrors = Readonly<Record<Exclude<Fault, "kill" | "freeze">, (text: string) => Error>>;

type Phase = "begin" | "commit" | "answer";

/** An operation that is on its way. */
export interface Point {
  readonly life: Life;
  phase: Phase;
  readonly operation: Operation<unknown>;
  readonly errors: FaultErrors;
  settle: () => void;
  /** Result or error that its host gets. */
  result: unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** A timer of a host. */
export interface Timer {
  readonly life: Life;
  readonly due: number;
  readonly fire: () => void;
}

/** One life of a host: from its start to its end. */
export class Life {
  readonly host: number;
  readonly started: number;
  /** Random numbers of its process. */
  readonly random: Seeded;
  /** State that a process has once. */
  readonly process = { lastMsecs: 0, lastNsecs: 0 };
  /** Difference of its clock from the true time, in milliseconds. */
  skew: number;
  frozenUntil = 0;
  ended = false;
  /** Timers without a time, which LangGraph's stores use as turns of the event loop. */
  turns: (() => void)[] = [];

  constructor(host: number, started: number, skew: number, random: Seeded) {
    this.host = host;
    this.started = started;
    this.random = random;
    this.skew = skew;
  }
}

/** Something that a person or the world can begin. */
export interface Beginning {
  readonly text: string;
  readonly begin: () => void;
}

/** How many deviations a random schedule has. */
export interface Rates {
  /** Probability that another host goes on. */
  readonly switches: number;
  /** Probability of a fault at a step. */
  readonly faults: number;
  /** Maximum number of faults. */
  readonly mostFaults: number;
  /** Probability that a clock is set. */
  readonly clocks: number;
  /** Faults that may happen. */
  readonly kinds: readonly Fault[];
}

/** Options of a scheduler. */
export interface SchedulerOptions {
  /** Deviations to repeat, or how random ones are chosen. */
  readonly schedule: Schedule | { readonly seed: number; readonly rates: Rates };
  /** Time that a host is frozen, in milliseconds. */
  readonly freeze: number;
  /** Called with what happens, for people. */
  readonly report: (text: string) => void;
  readonly killed: (life: Life) => void;
  /** What can begin now. */
  readonly beginnings: () => readonly Beginning[];
}

/** Time at which every simulation begins: 2030-01-01. */
const BEGIN = 1_893_456_000_000;

/** Number of turns of the event loop in one step: what waits for one may wait for a second one afterwards. */
const TURNS = 3;

/**
 * True where a fault has another result than at the points around it. A host that ends has done what it did until its last write, wherever it ends after it. One that freezes
 * wakes up before an operation, or after a write. Other faults happen when an operation takes effect.
 */
export function matters(fault: Fault, { phase, operation }: Point): boolean {
  const { writes, locks = [] } = operation;
  if (fault === "kill") return writes && phase === "answer";
  if (fault === "freeze") return writes || phase !== "answer";
  return (writes || fault === "cut") && (phase === "commit" || (phase === "begin" && locks.length === 0));
}

/** Decides what happens next: every answer, timer, fault and clock of a simulated world. */
export class Scheduler {
  protected readonly options: SchedulerOptions;
  readonly #random: Seeded;
  protected readonly points: Point[] = [];
  protected readonly timers: Timer[] = [];
  readonly #locked = new Map<string, Point>();
  protected readonly lives = new Set<Life>();
  readonly #starts = new Map<number, number>();
  /** Deviations that were made. */
  readonly made = new Map<number, Deviation>();
  protected time = BEGIN;
  protected active: Life;
  #flights = 0;
  #faults = 0;
  /** Fault that waits for the next place where it makes a difference. */
  #due: Fault | null = null;
  databaseSkew = 0;
  steps = 0;
  /** True when nothing goes wrong any more. */
  calm = false;

  constructor(options: SchedulerOptions) {
    this.options = options;
    const { schedule } = options;
    this.#random = new Seeded("seed" in schedule ? schedule.seed : 1);
    this.active = new Life(-1, BEGIN, 0, new Seeded(0));
    surround({
      now: () => Math.floor(this.time + this.active.skew),
      elapsed: () => this.time - this.active.started,
      startTimer: (fire, milliseconds) => this.#startTimer(fire, milliseconds),
      stopTimer: (timer) => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a timer of this scheduler, or none
        const place = this.timers.indexOf(timer as Timer);
        if (place >= 0) this.timers.splice(place, 1);
      },
      random: () => this.active.random.next(),
      process: () => this.active.process,
    });
  }

  /** True time, in milliseconds since 1970. */
  get now(): number {
    return this.time;
  }

  /** True time since the world began, in milliseconds. */
  get elapsed(): number {
    return this.time - BEGIN;
  }

  /** Time of the clock of the database. */
  get databaseNow(): number {
    return Math.floor(this.time + this.databaseSkew);
  }

  /** The simulated host that runs. */
  get running(): Life {
    return this.active;
  }

  /** Begins a life of a host. */
  start(host: number, skew: number): Life {
    const { schedule } = this.options;
    const starts = this.#starts.get(host) ?? 0;
    this.#starts.set(host, starts + 1);
    const seed = ("seed" in schedule ? schedule.seed : 1) + host * 1_000_003 + starts * 7919;
    const life = new Life(host, this.time, skew, new Seeded(seed));
    this.lives.add(life);
    return life;
  }

  /** Runs something as a host, without waiting for it. */
  as(life: Life, run: () => void): void {
    this.active = life;
    run();
  }

  /** Ends a host: nothing of it is answered any more. */
  kill(life: Life): void {
    if (life.ended) return;
    life.ended = true;
    this.lives.delete(life);
    life.turns = [];
    for (const point of this.points.filter((each) => each.life === life)) this.#remove(point);
    for (const timer of this.timers.filter((each) => each.life === life))
      this.timers.splice(this.timers.indexOf(timer), 1);
    this.options.killed(life);
  }

  /** Starts an operation of the simulated host that runs. It takes effect and is answered when the schedule says so. */
  operate<Result>(operation: Operation<Result>, errors: FaultErrors): Promise<Result> {
    const life = this.active;
    return new Promise<Result>((resolve, reject) => {
      if (life.ended) return;
      this.points.push({
        life,
        phase: "begin",
        operation,
        errors,
        settle: () => {},
        result: null,
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the result of this operation
        resolve: (result) => resolve(result as Result),
        reject,
      });
    });
  }

  /** Runs until a condition holds. Returns false if nothing can go on, or if it takes too long. */
  async run(isOver: () => boolean, mostSteps: number): Promise<boolean> {
    for (let left = mostSteps; left > 0; left -= 1) {
      await this.#settle();
      if (isOver()) return true;
      if (!this.step()) return false;
    }
    return false;
  }

  async #settle(): Promise<void> {
    for (let turns = 0; turns <= TURNS; turns += 1) {
      do await settled();
      while (this.#flights > 0);
      const life = this.active;
      if (life.turns.length === 0 || this.isFrozen(life)) return;
      if (turns < TURNS) for (const turn of life.turns.splice(0)) turn();
    }
  }

  #startTimer(fire: () => void, milliseconds: number): object {
    const life = this.active;
    const timer = { life, due: this.time + milliseconds, fire, ref: () => timer, unref: () => timer };
    if (life.ended) return timer;
    if (milliseconds <= 0) life.turns.push(fire);
    else this.timers.push(timer);
    return timer;
  }

  protected isFrozen = (life: Life): boolean => life.frozenUntil > this.time;

  protected isEnabled = (point: Point): boolean =>
    !this.isFrozen(point.life) &&
    (point.phase !== "begin" || (point.operation.locks ?? []).every((lock) => !this.#locked.has(lock)));

  /** What can happen next; the first is the usual one. */
  #choices(): (Point | Timer | Beginning)[] {
    const points = this.points.filter(this.isEnabled);
    const own = points.filter(({ life }) => life === this.active);
    const others = points.filter(({ life }) => life !== this.active);
    const timers = this.timers.filter(({ life }) => !this.isFrozen(life)).toSorted((one, other) => one.due - other.due);
    const due = timers.filter((timer) => timer.due <= this.time);
    const later = timers.filter((timer) => timer.due > this.time).slice(0, 3);
    return [...due, ...own, ...others, ...this.options.beginnings(), ...later];
  }

  protected step(): boolean {
    this.steps += 1;
    const choices = this.#choices();
    const [usual] = choices;
    if (usual === undefined) return this.#thaw();
    const deviation = this.#deviation(choices);
    if (deviation !== null) this.made.set(this.steps, deviation);
    if (deviation?.clock !== undefined) this.#setClock(deviation.clock);
    const chosen = choices[Math.min(deviation?.pick ?? 0, choices.length - 1)] ?? usual;
    this.time += 1;
    if ("phase" in chosen) this.advance(chosen, deviation?.fault);
    else if ("due" in chosen) {
      this.timers.splice(this.timers.indexOf(chosen), 1);
      this.time = Math.max(this.time, chosen.due);
      this.active = chosen.life;
      chosen.fire();
    } else {
      this.options.report(chosen.text);
      chosen.begin();
    }
    return true;
  }

  /** Nothing but frozen hosts can go on. */
  #thaw(): boolean {
    const frozen = [...this.points, ...this.timers].map(({ life }) => life.frozenUntil).filter((at) => at > this.time);
    if (frozen.length === 0) return false;
    this.time = Math.min(...frozen);
    return true;
  }

  #deviation(choices: readonly (Point | Timer | Beginning)[]): Deviation | null {
    const { schedule } = this.options;
    if (this.calm) return null;
    if (!("seed" in schedule)) return schedule.get(this.steps) ?? null;
    const { rates } = schedule;
    const random = this.#random;
    const deviation: { -readonly [Key in keyof Deviation]: Deviation[Key] } = {};
    if (choices.length > 1 && random.chance(rates.switches)) deviation.pick = 1 + random.below(choices.length - 1);
    if (this.#due === null && this.#faults < rates.mostFaults && random.chance(rates.faults))
      this.#due = random.pick(rates.kinds);
    if (random.chance(rates.clocks))
      deviation.clock = [random.pick([0, 1, 2, "database"] as const), random.below(10_000) - 5_000];
    const chosen = choices[deviation.pick ?? 0];
    if (this.#due !== null && chosen !== undefined && "phase" in chosen && matters(this.#due, chosen)) {
      deviation.fault = this.#due;
      this.#due = null;
      this.#faults += 1;
    }
    return Object.keys(deviation).length === 0 ? null : deviation;
  }

  #setClock([host, milliseconds]: NonNullable<Deviation["clock"]>): void {
    this.options.report(
      `the clock of ${host === "database" ? "the database" : `host ${host}`} is set by ${milliseconds} ms`,
    );
    if (host === "database") this.databaseSkew += milliseconds;
    else for (const life of this.lives) if (life.host === host) life.skew += milliseconds;
  }

  /** Lets an operation go one phase on. */
  protected advance(point: Point, fault: Fault | undefined): void {
    const { life, phase, operation, errors } = point;
    const at = `${phase === "answer" ? "before the answer to" : "before"} "${operation.text}"`;
    if (fault === "freeze") {
      this.options.report(`host ${life.host} freezes ${at}`);
      life.frozenUntil = this.time + this.options.freeze;
      return;
    }
    if (fault === "kill") {
      this.options.report(`host ${life.host} is killed ${at}`);
      this.kill(life);
      return;
    }
    this.active = life;
    if (phase === "answer") {
      this.#remove(point);
      point.settle();
      return;
    }
    if (phase === "begin" && (operation.locks ?? []).length > 0) {
      for (const lock of operation.locks ?? []) this.#locked.set(lock, point);
      operation.begin?.();
      point.phase = "commit";
      return;
    }
    if (phase === "begin") operation.begin?.();
    const fails = fault === "cut" || ((fault === "busy" || fault === "full") && operation.writes);
    if (fails) {
      this.options.report(`host ${life.host}: "${operation.text}" fails (${fault}), nothing is stored`);
      this.#answer(point, errors[fault](operation.text), point.reject);
    } else this.#execute(point, fault === "lost" && operation.writes);
  }

  #answer(point: Point, result: unknown, settle: (result: unknown) => void): void {
    point.phase = "answer";
    point.result = result;
    point.settle = () => settle(result);
    this.#unlock(point);
  }

  #execute(point: Point, isLost: boolean): void {
    const { life, operation, errors } = point;
    if (operation.writes) this.options.report(`host ${life.host}: ${operation.text}`);
    if (isLost) this.options.report(`host ${life.host}: the answer to "${operation.text}" is lost`);
    const succeed = (result: unknown) => {
      if (isLost) this.#answer(point, errors.lost(operation.text), point.reject);
      else this.#answer(point, result, point.resolve);
    };
    const fail = (error: unknown) => this.#answer(point, isLost ? errors.lost(operation.text) : error, point.reject);
    try {
      const result = operation.run();
      if (!(result instanceof Promise)) {
        succeed(result);
        return;
      }
      this.#flights += 1;
      result.then(succeed, fail).finally(() => (this.#flights -= 1));
    } catch (error) {
      fail(error);
    }
  }

  #unlock(point: Point): void {
    for (const lock of point.operation.locks ?? []) if (this.#locked.get(lock) === point) this.#locked.delete(lock);
  }

  #remove(point: Point): void {
    this.#unlock(point);
    const place = this.points.indexOf(point);
    if (place >= 0) this.points.splice(place, 1);
  }
}
