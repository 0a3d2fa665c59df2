import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Household } from "../domain/household.ts";
import { isTimeZone } from "../domain/wall-clock.ts";
import { schedulerErrors } from "../errors.ts";
import { firstIssue } from "./plan-changes.ts";

/** The household that ships with the example. */
export const shippedHouseholdFile = fileURLToPath(new URL("../../data/household.json", import.meta.url));

/** Says in half a sentence what is wrong with a household of the right shape; null when nothing is. */
export function householdProblem(household: Household): string | null {
  if (!isTimeZone(household.timeZone)) return `timeZone: "${household.timeZone}" is no time zone`;
  const { start, end } = household.wakingHours;
  if (start >= end) return `wakingHours: ${end} is not after ${start}`;
  for (const [list, things] of Object.entries({ members: household.members, resources: household.resources })) {
    const owners = new Map<string, string>();
    for (const { id, name, aliases } of things) {
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
 * Checks a value that should be a household: its shape, its time zone, and that no name means two of its members
 * or two of its resources.
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

/** Reads a household file. Throws `scheduler/invalidHousehold` with one clear sentence when it cannot. */
export function readHouseholdFile(file: string = shippedHouseholdFile): Household {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    const problem = error instanceof SyntaxError ? "it is no JSON" : "it cannot be read";
    throw schedulerErrors.invalidHousehold({ file, problem }, { cause: error });
  }
  return checkHousehold(value, file);
}
