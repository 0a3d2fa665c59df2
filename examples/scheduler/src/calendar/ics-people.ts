import { convertIcsAttendee } from "ts-ics";
import type { Household } from "../domain/household.ts";
import type { ContentLine } from "./ics-lines.ts";

/** Whom and what an event of a file means, in terms of the household. */
export interface PeopleAndThings {
  readonly participants: readonly string[];
  readonly resources: readonly string[];
  /** Attendees that are nobody here. */
  readonly strangers: readonly string[];
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
}

const named = (things: readonly Named[], text: string): string | null => {
  const wanted = text.trim().toLowerCase();
  const found = things.find(({ id, name, aliases }) =>
    [id, name, ...aliases].some((word) => word.toLowerCase() === wanted),
  );
  return found?.id ?? null;
};

/** "Emma Lund" and "emma.lund@example.org" are Emma. */
const firstWord = (text: string): string => text.trim().split(/[\s._+-]/)[0] ?? "";

/** Maps ATTENDEE lines to members and resources: by name, by first name, by the local part of the address. */
export function readAttendees(lines: readonly ContentLine[], household: Household): PeopleAndThings {
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
    const first = (things: readonly Named[]) => words.map((word) => named(things, word)).find((id) => id !== null);
    if (partstat === "DECLINED") continue;
    const thing = isThing(cutype) ? first(household.resources) : undefined;
    const member = isThing(cutype) ? undefined : first(household.members);
    if (thing !== undefined) resources.add(thing);
    else if (member !== undefined) participants.add(member);
    else strangers.add(name === "" ? email : name);
  }
  return { participants: [...participants], resources: [...resources], strangers: [...strangers] };
}

const isThing = (kind: unknown): boolean => kind === "RESOURCE" || kind === "ROOM";

/** Finds the household's resources among words of a file: "Van", "the van", "Projector". */
export function readResources(words: readonly string[], household: Household): readonly string[] {
  const ids = words.map((word) => named(household.resources, word.trim().replace(/^(the|our) /i, "")));
  return [...new Set(ids.filter((id) => id !== null))];
}
