import { convertIcsAttendee } from "ts-ics";
import type { Household } from "../domain/household.ts";
import type { ContentLine } from "./ics-lines.ts";

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

const idNamed = (items: readonly Named[], text: string): string | null => {
  const wanted = text.trim().toLowerCase();
  const found = items.find(({ id, name, aliases }) =>
    [id, name, ...aliases].some((word) => word.toLowerCase() === wanted),
  );
  return found?.id ?? null;
};

/** First word of a name or address: "Emma Lund" and "emma.lund@example.org" both mean Emma. */
const firstWord = (text: string): string => text.trim().split(/[\s._+-]/)[0] ?? "";

/** Maps ATTENDEE lines to members and resources: by name, by first name, or by the local part of the address. */
export function readAttendees(lines: readonly ContentLine[], household: Household): EventPeople {
  const participants = new Set<string>();
  const resources = new Set<string>();
  const strangers = new Set<string>();
  for (const line of lines) {
    const {
      name = "",
      email,
      partstat,
      cutype,
    } = convertIcsAttendee(undefined, { value: line.value, options: { ...line.options } });
    const address = email.split("@")[0] ?? "";
    const words = [name, address, firstWord(name), firstWord(address)].filter((word) => word !== "");
    const first = (items: readonly Named[]) => words.map((word) => idNamed(items, word)).find((id) => id !== null);
    if (partstat === "DECLINED") continue;
    const resource = isResource(cutype) ? first(household.resources) : undefined;
    const member = isResource(cutype) ? undefined : first(household.members);
    if (resource !== undefined) resources.add(resource);
    else if (member !== undefined) participants.add(member);
    else strangers.add(name === "" ? email : name);
  }
  return { participants: [...participants], resources: [...resources], strangers: [...strangers] };
}

const isResource = (kind: unknown): boolean => kind === "RESOURCE" || kind === "ROOM";

/** Maps names in a file to resources of the household: "Van", "the van", "Projector". */
export function readResources(words: readonly string[], household: Household): readonly string[] {
  const ids = words.map((word) => idNamed(household.resources, word.trim().replace(/^(the|our) /i, "")));
  return [...new Set(ids.filter((id) => id !== null))];
}
