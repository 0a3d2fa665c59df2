import { findNamed, type Household, type Member } from "../domain/household.ts";
import type { IcsComponent } from "./ics-file.ts";

const idNamed = (items: readonly Member[], text: string): string | undefined =>
  findNamed(items, text.trim().replace(/^(the|our) /i, ""))?.id;

/** First word of a name or address: "Emma Lund" and "emma.lund@example.org" both mean Emma. */
const firstWord = (text: string): string => text.trim().split(/[\s._+-]/)[0] ?? "";

/**
 * Maps attendees to members and resources: by name, by first name, or by the local part of the address; `strangers` are neither. Other
 * resources come from RESOURCES; without it, from the location and the categories.
 */
export function readPeople({ properties }: IcsComponent, household: Household) {
  const [participants, resources, strangers] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const [name, { cn, cutype, partstat }, , value] of properties) {
    if (name !== "attendee" || partstat === "DECLINED") continue;
    const email = String(value).replace(/^mailto:/i, "");
    const address = email.split("@")[0] ?? "";
    const called = typeof cn === "string" ? cn : "";
    const isResource = cutype === "RESOURCE" || cutype === "ROOM";
    const id = [called, address, firstWord(called), firstWord(address)]
      .map((word) => idNamed(isResource ? household.resources : household.members, word))
      .find((found) => found !== undefined);
    if (id === undefined) strangers.add(called || email);
    else (isResource ? resources : participants).add(id);
  }
  const named = (...names: readonly string[]): readonly string[] =>
    properties.filter(([name]) => names.includes(name)).flatMap(([, , , ...values]) => values.map(String));
  const isExplicit = named("resources", "x-tidemark-created-by").length > 0;
  for (const word of (isExplicit ? named("resources") : named("location", "categories")).join().split(",")) {
    const id = idNamed(household.resources, word);
    if (id !== undefined) resources.add(id);
  }
  return { participants: [...participants], resources: [...resources], strangers: [...strangers] };
}
