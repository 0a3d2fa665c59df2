import { emptyRequest, type Request } from "../request.ts";
import type { Names } from "./names.ts";
import type { Pieces, ReadContext } from "./pieces.ts";
import type { Sheet } from "./sheet.ts";
import { readRemaining } from "./title.ts";
import { type When, whenOf } from "./when.ts";

/** Releases unused pieces, so that their words are named as not understood. */
export function release(sheet: Sheet, unused: readonly { readonly at: number; readonly text: string }[]): string[] {
  return unused.map(({ at, text }) => sheet.text.slice(at, at + text.length).trim());
}

export const peopleNotes = ({ unknownSpeaker }: Names): string[] =>
  unknownSpeaker ? ['nobody for "I", because I do not know who you are'] : [];
export const peopleProblems = ({ unknown }: Names): string[] =>
  unknown.map((name) => `${name} is not in the household.`);

export function readCreate(pieces: Pieces, context: ReadContext): Request {
  const { sheet, names, quoted, priority } = pieces;
  const when = whenOf(pieces, context, { text: sheet.text, near: null });
  const { shift, longer } = pieces.lengths;
  const remaining = readRemaining(sheet, quoted);
  return {
    ...emptyRequest,
    ...slotsOf(when),
    title: remaining.title,
    location: remaining.location,
    participants: [...names.people],
    resources: [...names.things],
    priority,
    missing: [...when.missing],
    assumed: [...when.assumed, ...peopleNotes(names)],
    problems: [...when.problems, ...peopleProblems(names), ...outOf(names, context)],
    unread: [
      ...release(sheet, when.unused),
      ...remaining.unread,
      ...(shift === null && longer === null
        ? []
        : ["later", "earlier", "longer", "shorter"].filter((word) => sheet.text.toLowerCase().includes(word))),
    ],
  };
}

/** "Without the van" has no meaning for a new event. */
export const outOf = ({ removedPeople, removedThings }: Names, { calendar: { household } }: ReadContext): string[] => {
  const out = [...household.members, ...household.resources].filter(
    ({ id }) => removedPeople.includes(id) || removedThings.includes(id),
  );
  return out.length === 0
    ? []
    : [`I did not understand what ${out.map(({ name }) => name).join(" and ")} should be left out of.`];
};

export const slotsOf = ({ day, lastDay, start, end, minutes, allDay, part, open, repeat }: When) => ({
  day,
  lastDay,
  start,
  end,
  minutes,
  allDay,
  part,
  open,
  repeat,
});
