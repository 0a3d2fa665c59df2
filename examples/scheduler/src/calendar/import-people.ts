import { findNamed, type Household, type Member } from "../domain/household.ts";
import type { IcsComponent } from "./ics-file.ts";

const idNamed = (items: readonly Member[], text: string): string | undefined =>
  findNamed(items, text.trim().replace(/^(the|our) /i, ""))?.id;

/**
 * Maps attendees to members and resources: by name, by first name, or by the local part of the address; `strangers` are neither. Other
 * resources come from RESOURCES, the location and the categories.
 */
export function readPeople({ properties }: IcsComponent, household: Household) {
  const [participants, resources, strangers] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [name, { cn, cutype, partstat }, , ...values] of properties)
    if (name === "attendee" && partstat !== "DECLINED") {
      const email = values.join().replace(/^mailto:/i, "");
      const called = typeof cn === "string" ? cn : "";
      const isResource = cutype === "RESOURCE" || cutype === "ROOM";
      const words = [called, email.replace(/@.*/, "")];
      // "Emma Lund" and "emma.lund@example.org" both mean Emma.
      const id = [...words, ...words.map((word) => word.trim().replace(/[\s._+-].*/, ""))]
        .map((word) => idNamed(isResource ? household.resources : household.members, word))
        .find((found) => found !== undefined);
      if (id === undefined) strangers.add(called || email);
      else (isResource ? resources : participants).add(id);
    } else if (["resources", "location", "categories"].includes(name)) {
      for (const word of values.join().split(",")) {
        const id = idNamed(household.resources, word);
        if (id !== undefined) resources.add(id);
      }
    }
  return { participants: [...participants], resources: [...resources], strangers: [...strangers] };
}
