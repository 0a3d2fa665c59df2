import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { Household } from "../domain/household.ts";
import { isTimeZone } from "../domain/wall-clock.ts";
import { schedulerErrors } from "../errors.ts";
import { firstIssue } from "./plan-changes.ts";

/** The sample household. */
const sampleHouseholdFile = fileURLToPath(new URL("../../data/household.json", import.meta.url));

/** A household with a known time zone, whose waking hours end after they start, and in which no name is ambiguous. */
export const ValidHousehold = Household.superRefine(({ timeZone, wakingHours, members, resources }, context) => {
  if (!isTimeZone(timeZone)) context.addIssue(`timeZone: "${timeZone}" is not a time zone`);
  const { start, end } = wakingHours;
  if (start >= end) context.addIssue(`wakingHours: ${end} is not after ${start}`);
  for (const [list, items] of Object.entries({ members, resources })) {
    const owners = new Map<string, string>();
    for (const { id, name, aliases } of items)
      for (const word of new Set([id, name, ...aliases].map((text) => text.toLowerCase()))) {
        if (owners.has(word)) context.addIssue(`${list}: "${word}" could mean "${owners.get(word)}" or "${id}"`);
        owners.set(word, id);
      }
  }
});

/** Reads a household file. Throws `scheduler/invalidHousehold` when it cannot be read or is invalid. */
export function readHouseholdFile(file: string = sampleHouseholdFile): Household {
  try {
    return ValidHousehold.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    const unreadable = cause instanceof SyntaxError ? "it is not JSON" : "it cannot be read";
    const problem = cause instanceof z.ZodError ? firstIssue(cause) : unreadable;
    throw schedulerErrors.invalidHousehold({ file, problem }, { cause });
  }
}
