import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Household } from "../domain/household.ts";
import { isTimeZone } from "../domain/wall-clock.ts";
import { schedulerErrors } from "../errors.ts";
import { firstIssue } from "./plan-changes.ts";

/** The sample household. */
const sampleHouseholdFile = fileURLToPath(new URL("../../data/household.json", import.meta.url));

/** Checks a household of the right shape; returns the problem as half a sentence, or null. */
export function householdProblem({ timeZone, wakingHours, members, resources }: Household): string | null {
  if (!isTimeZone(timeZone)) return `timeZone: "${timeZone}" is not a time zone`;
  const { start, end } = wakingHours;
  if (start >= end) return `wakingHours: ${end} is not after ${start}`;
  for (const [list, items] of Object.entries({ members, resources })) {
    const owners = new Map<string, string>();
    for (const { id, name, aliases } of items)
      for (const word of new Set([id, name, ...aliases].map((text) => text.toLowerCase()))) {
        if (owners.has(word)) return `${list}: "${word}" could mean "${owners.get(word)}" or "${id}"`;
        owners.set(word, id);
      }
  }
  return null;
}

/**
 * Parses a household: checks its shape, its time zone, and that no name is ambiguous among its members or its resources.
 *
 * Throws `scheduler/invalidHousehold`, which names `file`.
 */
export function checkHousehold(value: unknown, file: string): Household {
  const parsed = Household.safeParse(value);
  const problem = parsed.success ? householdProblem(parsed.data) : firstIssue(parsed.error);
  if (!parsed.success || problem !== null) throw schedulerErrors.invalidHousehold({ file, problem: problem ?? "" });
  return parsed.data;
}

/** Reads a household file. Throws `scheduler/invalidHousehold` when it cannot be read or is invalid. */
export function readHouseholdFile(file: string = sampleHouseholdFile): Household {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (cause) {
    const problem = cause instanceof SyntaxError ? "it is not JSON" : "it cannot be read";
    throw schedulerErrors.invalidHousehold({ file, problem }, { cause });
  }
  return checkHousehold(value, file);
}
