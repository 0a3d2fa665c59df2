// Loaded before a worker, with `--import`: the clock of its process is set again and again, at any moment of a turn.
import { performance } from "node:perf_hooks";
import { shiftClock } from "./shifted-clock.ts";

/** By how many milliseconds the clock is off, one after the other, each for `CLOCK_STEP` milliseconds. */
const offsets = (process.env["CLOCK_OFFSETS"] ?? "0").split(",").map(Number);
const step = Number(process.env["CLOCK_STEP"] ?? "10");

shiftClock(() => offsets[Math.floor(performance.now() / step) % offsets.length] ?? 0);
