// oxlint-disable eslint/no-restricted-globals -- this file replaces the sources of time and randomness of a process
import { syncBuiltinESMExports } from "node:module";
import crypto from "node:crypto";

/** Sources of time and randomness during a simulation. */
export interface Surroundings {
  /** Time of the clock of the simulated host that runs, in milliseconds since 1970. */
  now(): number;
  /** Time since the simulated host that runs was started, in milliseconds. */
  elapsed(): number;
  startTimer(fire: () => void, milliseconds: number): object;
  stopTimer(timer: unknown): void;
  /** A number from 0 to below 1. */
  random(): number;
  /** What LangGraph keeps once for each process, to make ids: that of the simulated host that runs. */
  process(): { lastMsecs: number; lastNsecs: number };
}

let current: Surroundings | null = null;

const real = { Date, setTimeout, clearTimeout, setImmediate, random: Math.random };
const elapsed = performance.now.bind(performance);

/** Makes the surroundings those of this process. Null gives back the real ones. */
export function surround(surroundings: Surroundings | null): void {
  current = surroundings;
}

/** Resolves after everything that can go on without a timer has gone on. */
export const settled = (): Promise<void> => new Promise((resolve) => void real.setImmediate(resolve));

class SimulatedDate extends Date {
  constructor(...given: readonly [] | ConstructorParameters<typeof Date>) {
    const [time = SimulatedDate.now()] = given;
    super(time);
  }

  static override now(): number {
    return current?.now() ?? real.Date.now();
  }
}

function fill<Bytes extends NodeJS.ArrayBufferView>(bytes: Bytes): Bytes {
  const whole = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let place = 0; place < whole.length; place += 1) whole[place] = Math.floor(Math.random() * 256);
  return bytes;
}

function uuid(): ReturnType<typeof crypto.randomUUID> {
  const hex = Buffer.from(fill(new Uint8Array(16))).toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

/** Replaces the sources of time and randomness of this process, which must do nothing else. Called before anything else is loaded. */
function takeOver(): void {
  // LangChain asks for variables at each step, and each read of the real object calls the system.
  process.env = { ...process.env };
  Object.assign(globalThis, {
    Date: SimulatedDate,
    processOfIds: () => current?.process() ?? {},
    setTimeout: (fire: (...given: unknown[]) => void, milliseconds = 0, ...given: unknown[]) =>
      current === null
        ? real.setTimeout(fire, milliseconds, ...given)
        : current.startTimer(() => fire(...given), milliseconds),
    clearTimeout: (timer: NodeJS.Timeout) => (current === null ? real.clearTimeout(timer) : current.stopTimer(timer)),
  });
  Math.random = () => current?.random() ?? real.random();
  performance.now = () => current?.elapsed() ?? elapsed();
  Object.assign(globalThis.crypto, { getRandomValues: fill, randomUUID: uuid });
  Object.assign(crypto, { randomFillSync: fill, randomUUID: uuid });
  syncBuiltinESMExports();
}

takeOver();
