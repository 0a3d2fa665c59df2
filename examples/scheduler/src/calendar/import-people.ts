import type { Household } from "../domain/household.ts";
import type { IcsComponent } from "./ics-file.ts";

/** People and resources of an imported event, in terms of the household. */
export interface EventPeople {
  readonly participants: readonly string[];
  readonly resources: readonly string[];
  /** Attendees who are not members of the household. */
  readonly strangers: readonly string[];
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
}

const idNamed = (items: readonly Named[], text: string): string | undefined => {
  const wanted = text
    .trim()
    .toLowerCase()
    .replace(/^(the|our) /, "");
  return items.find(({ id, name, aliases }) => [id, name, ...aliases].some((word) => word.toLowerCase() === wanted))
    ?.id;
};

/** First word of a name or address: "Emma Lund" and "emma.lund@example.org" both mean Emma. */
const firstWord = (text: string): string => text.trim().split(/[\s._+-]/)[0] ?? "";

/**
 * Maps attendees to members and resources: by name, by first name, or by the local part of the address. Other resources come from
 * RESOURCES; without it, from the location and the categories.
 */
export function readPeople({ properties }: IcsComponent, household: Household): EventPeople {
  const participants = new Set<string>();
  const resources = new Set<string>();
  const strangers = new Set<string>();
  for (const { name, parameters, values } of properties) {
    if (name !== "attendee" || parameters["partstat"] === "DECLINED") continue;
    const email = String(values[0]).replace(/^mailto:/i, "");
    const known = typeof parameters["cn"] === "string" ? parameters["cn"] : "";
    const address = email.split("@")[0] ?? "";
    const isResource = parameters["cutype"] === "RESOURCE" || parameters["cutype"] === "ROOM";
    const id = [known, address, firstWord(known), firstWord(address)]
      .filter((word) => word !== "")
      .map((word) => idNamed(isResource ? household.resources : household.members, word))
      .find((found) => found !== undefined);
    if (id === undefined) strangers.add(known === "" ? email : known);
    else (isResource ? resources : participants).add(id);
  }
  const named = (...names: readonly string[]): readonly string[] =>
    properties.filter(({ name }) => names.includes(name)).flatMap(({ values }) => values.map(String));
  const explicit = named("resources");
  const isOurs = named("x-tidemark-flexibility").length > 0;
  const words = isOurs || explicit.length > 0 ? explicit : named("location", "categories");
  for (const word of words.flatMap((text) => text.split(","))) {
    const id = idNamed(household.resources, word);
    if (id !== undefined) resources.add(id);
  }
  return { participants: [...participants], resources: [...resources], strangers: [...strangers] };
}
