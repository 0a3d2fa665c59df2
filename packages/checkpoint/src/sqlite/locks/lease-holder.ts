import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { kill, pid } from "node:process";

/** Returns the text of a file or link, or an empty text where there is none. */
function textOf(read: () => string): string {
  try {
    return read().trim();
  } catch {
    return "";
  }
}

let place: string | null = null;

/** Scope in which process ids are unique: the machine, its boot, and on Linux the namespace of processes, which containers do not share. */
function placeOfProcesses(): string {
  place ??= [
    hostname(),
    textOf(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
    textOf(() => readlinkSync("/proc/self/ns/pid")),
  ].join("/");
  return place;
}

/**
 * Names the holder of a lease so that other processes can find out whether its process has ended.
 *
 * @internal
 */
export const leaseHolder = (id: string): string => JSON.stringify([placeOfProcesses(), pid, id]);

/**
 * True if the process of a holder has certainly ended. False for another host or container, and for an id that a new process has.
 *
 * @internal
 */
export function hasEnded(holder: unknown): boolean {
  const read = readHolder(holder);
  if (read === null || read.place !== placeOfProcesses()) return false;
  try {
    // Signal 0 sends nothing.
    kill(read.pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

function readHolder(holder: unknown): { readonly place: string; readonly pid: number } | null {
  if (typeof holder !== "string") return null;
  try {
    const parts: unknown = JSON.parse(holder);
    if (!isList(parts)) return null;
    const [at, of] = parts;
    return typeof at === "string" && typeof of === "number" && Number.isInteger(of) && of > 0
      ? { place: at, pid: of }
      : null;
  } catch {
    return null;
  }
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
