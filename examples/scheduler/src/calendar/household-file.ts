import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Household } from "../domain/household.ts";
import { isTimeZone } from "../domain/wall-clock.ts";
import { schedulerErrors } from "../errors.ts";
import { firstIssue } from "./plan-changes.ts";

/** The sample household. */
export const sampleHouseholdFile = fileURLToPath(new URL("../../data/household.json", import.meta.url));

/** Checks a household of the right shape; returns the problem as half a sentence, or null. */
export function householdProblem(household: Household): string | null {
  if (!isTimeZone(household.timeZone)) return `timeZone: "${household.timeZone}" is not a time zone`;
  const { start, end } = household.wakingHours;
  if (start >= end) return `wakingHours: ${end} is not after ${start}`;
  for (const [list, items] of Object.entries({ members: household.members, resources: household.resources })) {
    const owners = new Map<string, string>();
    for (const { id, name, aliases } of items) {
      for (const word of new Set([id, name, ...aliases].map((text) => text.toLowerCase()))) {
        const owner = owners.get(word);
        if (owner !== undefined) return `${list}: "${word}" could mean "${owner}" or "${id}"`;
        owners.set(word, id);
      }
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
  if (!parsed.success) throw schedulerErrors.invalidHousehold({ file, problem: firstIssue(parsed.error) });
  const problem = householdProblem(parsed.data);
  if (problem !== null) throw schedulerErrors.invalidHousehold({ file, problem });
  return parsed.data;
}

/** Reads a household file. Throws `scheduler/invalidHousehold` when it cannot be read or is invalid. */
export function readHouseholdFile(file: string = sampleHouseholdFile): Household {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const problem = error instanceof SyntaxError ? "it is not JSON" : "it cannot be read";
    throw schedulerErrors.invalidHousehold({ file, problem }, { cause: error });
  }
  return checkHousehold(value, file);
}
