import { hash } from "node:crypto";
import {
  type Beginning,
  type Fault,
  type Life,
  matters,
  type Point,
  Scheduler,
  type SchedulerOptions,
} from "./scheduler.ts";

/** Decides how a run goes on where it can go on in several ways. */
export interface Explorer {
  /** Maximum number of faults of a run. */
  readonly mostFaults: number;
  /** Number of the way. Null ends the run, because another one was in the same state. */
  choose(ways: number, state: () => string): number | null;
}

/** What a scheduler that explores has to know. */
export interface ExplorationOptions extends SchedulerOptions {
  readonly explorer: Explorer;
  /** All that is outside of every host. */
  readonly outside: () => unknown;
}

const FAULTS: readonly Fault[] = ["kill", "freeze", "lost"];

const digest = (value: unknown): string =>
  hash("md5", value instanceof Error ? String(value) : (JSON.stringify(value) ?? "nothing"));

const sorted = (values: readonly unknown[]): readonly string[] => values.map((each) => JSON.stringify(each)).toSorted();

/**
 * Lets a world go on in all ways, one in each run.
 *
 * Time passes when nothing else can happen, and a frozen host goes on at any moment after its lease. Two orders are one if no host and nobody
 * outside can tell them apart: a host goes on at once with what only itself can see, and a state is recognized by what each host has seen.
 */
export class Exploration extends Scheduler {
  readonly #options: ExplorationOptions;
  /** Digests of what each host has seen. */
  readonly #seen = new Map<Life, string>();
  /** Times from which frozen hosts can go on. */
  readonly #frozen = new Map<Life, number>();
  #faults = 0;
  /** True if the run was ended because another one was in its state. */
  isKnown = false;

  constructor(options: ExplorationOptions) {
    super(options);
    this.#options = options;
  }

  protected override step(): boolean {
    if (this.calm) {
      for (const life of this.#frozen.keys()) this.#thaw(life);
      return super.step();
    }
    const ways = this.#ways();
    this.steps += 1;
    if (ways.length === 0) return this.#wait();
    const number = ways.length === 1 ? 0 : this.#options.explorer.choose(ways.length, () => this.#state());
    this.isKnown = number === null;
    if (number === null) return false;
    ways[number]?.();
    return true;
  }

  #ways(): (() => void)[] {
    // A host has one connection, which answers in order.
    const first = this.points.filter((point) => this.points.find(({ life }) => life === point.life) === point);
    const points = first.filter(this.isEnabled);
    const timers = this.timers.filter((timer) => timer.due <= this.time && !this.isFrozen(timer.life));
    const thawing = [...this.#frozen.keys()].filter((life) => (this.#frozen.get(life) ?? 0) <= this.time);
    const beginnings = this.options.beginnings();
    const hosts = new Set([...points, ...timers].map(({ life }) => life));
    // A host looks at its timers first, like the event loop of a process.
    const [timer] = timers.toSorted((one, other) => one.due - other.due);
    if (timer !== undefined) return [() => this.#fire(timer)];
    const waysOf = (life: Life | null) =>
      points.filter((each) => life === null || each.life === life).flatMap((point) => this.#waysAt(point));
    // What only one host can see happens before everything that others can see.
    const hasOnlyAnswers = (life: Life) => points.every((point) => point.life !== life || point.phase === "answer");
    const alone = beginnings.length > 0 ? undefined : [...hosts].find(hasOnlyAnswers);
    if (alone !== undefined) return waysOf(alone);
    return [
      ...waysOf(null),
      ...thawing.map((life) => () => this.#thaw(life)),
      ...beginnings.map((beginning) => () => this.#begin(beginning)),
      ...(hosts.size === 0 && beginnings.length > 0 && this.#nextTime() < Infinity ? [() => void this.#wait()] : []),
    ];
  }

  #waysAt(point: Point): (() => void)[] {
    const faults = this.#faults < this.#options.explorer.mostFaults ? FAULTS : [];
    return [undefined, ...faults.filter((fault) => matters(fault, point))].map(
      (fault) => () => this.#goOn(point, fault),
    );
  }

  #goOn(point: Point, fault: Fault | undefined): void {
    const { life, phase, operation } = point;
    if (fault !== undefined) this.#faults += 1;
    if (fault === undefined && phase === "answer") this.#see(life, operation.text, digest(point.result));
    this.advance(point, fault);
    if (fault !== "freeze") return;
    life.frozenUntil = Infinity;
    this.#frozen.set(life, this.time + this.options.freeze);
  }

  #fire(timer: (typeof this.timers)[number]): void {
    this.timers.splice(this.timers.indexOf(timer), 1);
    this.#see(timer.life, "timer", timer.due);
    this.active = timer.life;
    timer.fire();
  }

  #thaw(life: Life): void {
    life.frozenUntil = 0;
    this.#frozen.delete(life);
    this.options.report(`host ${life.host} goes on`);
  }

  #begin({ text, begin }: Beginning): void {
    this.options.report(text);
    begin();
    if (this.active.host >= 0) this.#see(this.active, text);
  }

  #nextTime(): number {
    const times = this.timers.filter(({ life }) => !this.isFrozen(life)).map(({ due }) => due);
    return Math.min(...times, ...[...this.#frozen].filter(([life]) => !life.ended).map(([, time]) => time));
  }

  /** Lets time pass until something can happen. */
  #wait(): boolean {
    const next = this.#nextTime();
    if (next === Infinity) return false;
    this.time = Math.max(next, this.time);
    return true;
  }

  /** A host sees something, which takes a moment of its time. */
  #see(life: Life, ...what: readonly unknown[]): void {
    life.skew += 1;
    this.#seen.set(life, digest([this.#seen.get(life), this.time, what]));
  }

  #state(): string {
    const points = this.points.map(({ life, phase, operation, result }) => [
      life.host,
      phase,
      operation.text,
      phase === "answer" ? digest(result) : "",
    ]);
    const hosts = [...this.lives].map((life) => [life.host, this.#seen.get(life), this.#frozen.get(life)]);
    return digest([this.time, this.#faults, sorted(hosts), sorted(points), this.#options.outside()]);
  }
}
