import { AsyncLocalStorage } from "node:async_hooks";
import { millisecondsNow } from "../clock.ts";

/** Time of a thread that runs again. It goes on as the time of the machine does, and never back: checkpoints are in the order of time. */
export class ThreadTime {
  #offset: number;

  constructor(milliseconds: number) {
    this.#offset = milliseconds - runs.exit(millisecondsNow);
  }

  /** Moves the time on to a moment. A moment that has passed already changes nothing. */
  moveTo(milliseconds: number): void {
    this.#offset = Math.max(this.#offset, milliseconds - runs.exit(millisecondsNow));
  }

  now(): number {
    return runs.exit(millisecondsNow) + this.#offset;
  }
}

const runs = new AsyncLocalStorage<ThreadTime>();

/** Number of threads that run in their own time. */
let running = 0;

const { Date: MachineDate } = globalThis;

/** The clock of the process. Work that runs in the time of a thread reads that time, and all other work reads the machine's. */
const ThreadDate: DateConstructor = new Proxy(MachineDate, {
  construct: (target, given: readonly unknown[], made): object => {
    const time = given.length === 0 ? runs.getStore()?.now() : undefined;
    const own: unknown = Reflect.construct(
      target,
      time === undefined ? given : [time],
      made === ThreadDate ? target : made,
    );
    return own instanceof MachineDate ? own : new MachineDate(Number.NaN);
  },
  apply: () => new ThreadDate().toString(),
  get: (target, name, self): unknown => (name === "now" ? now : Reflect.get(target, name, self)),
});

const now = (): number => runs.getStore()?.now() ?? MachineDate.now();

/** Runs work in the time of a thread: `new Date()` and `Date.now()` tell it, in every module. */
export async function inThreadTime<Result>(time: ThreadTime, work: () => Promise<Result>): Promise<Result> {
  if (running === 0) setDate(ThreadDate);
  running += 1;
  try {
    return await runs.run(time, work);
  } finally {
    running -= 1;
    if (running === 0) setDate(MachineDate);
  }
}

/** A date that was made before has the same constructor as one that is made now. */
function setDate(date: DateConstructor): void {
  globalThis.Date = date;
  MachineDate.prototype.constructor = date;
}
