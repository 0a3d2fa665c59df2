import type { Request } from "../request.ts";
import { type Pieces, type ReadContext, readPieces, todayOf } from "./pieces.ts";
import { Sheet } from "./sheet.ts";
import { findTarget, readScope } from "./target.ts";
import { wordsOf } from "./title.ts";

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];
/** Words that add nothing, claimed after its pieces were read. */
export const FILLER =
  /\b(?:instead|rather|then|it|only|just|that|again|too|as well|also|but|better|not|no|in fact|after all|really|the time|the day|him|her|them|want|for it|make|to|both|i|me|be|one|ones|can|could|come|join|along|us|so|do|goes|lasts|runs|ends|correct|right)\b/giu;

/** "The second one", "all of them", "only the next one", "the one on Friday" or a name choose the target. */
export function chooseTarget(text: string, open: Request, context: ReadContext): Request | null {
  const wants = open.missing.find((part) => part === "target" || part === "scope");
  if (wants === undefined || open.candidates.length === 0) return null;
  const { calendar } = context;
  const today = todayOf(context);
  const sheet = new Sheet(text);
  const pieces = readPieces(sheet, context);
  const scope = readScope(sheet, pieces.days) ?? (/^\W*both\b/iu.test(text) ? "all" : null);
  const number = /^\W*(?:the )?(?:(\d)|(\p{L}+))(?: one)?\W*$/iu.exec(text);
  const index =
    number === null
      ? -1
      : number[1] === undefined
        ? ORDINALS.indexOf((number[2] ?? "").toLowerCase())
        : Number(number[1]) - 1;
  if (wants === "scope") {
    const which = index === 0 ? "next" : index === 1 ? "all" : scope;
    const days = pieces.days[0];
    if (which === null && days === undefined) return null;
    const [id = ""] = open.candidates;
    const title = calendar.event(id)?.title ?? "";
    const found = findTarget(
      {
        words: [title],
        people: [],
        things: [],
        days: days === undefined ? [] : [days],
        start: null,
        scope: which,
      },
      { calendar, today },
    );
    return { ...open, ...found, missing: found.missing, problems: found.problems, unread: [] };
  }
  const fits = open.candidates.filter((id, place) => {
    const event = calendar.event(id);
    if (event === null) return false;
    if (index >= 0) return place === index;
    const words = sheet.rest().flatMap((part) => wordsOf(part.text.toLowerCase()));
    return (
      pieces.names.people.every((person) => event.participants.includes(person)) &&
      words.every((word) => event.title.toLowerCase().includes(word)) &&
      (pieces.days.length === 0 || pieces.days.some(({ first }) => event.start.startsWith(first.toString())))
    );
  });
  const [id] = fits;
  if (fits.length !== 1 || id === undefined) return null;
  const event = calendar.event(id);
  const isSeries = event !== null && (event.recurrenceRule !== null || event.extraStarts.length > 0);
  return {
    ...open,
    target: isSeries ? null : { eventId: id, starts: null, following: false },
    candidates: isSeries ? [id] : [],
    missing: isSeries ? ["scope"] : [],
    problems: [],
    unread: [],
  };
}

/** Another date of the event to cancel. */
export function withOtherTarget(
  open: Request,
  {
    sheet,
    pieces,
    scope,
  }: { readonly sheet: Sheet; readonly pieces: Pieces; readonly scope: ReturnType<typeof readScope> },
  context: ReadContext,
): Request {
  const id = open.target?.eventId ?? open.candidates[0] ?? "";
  const title = context.calendar.event(id)?.title ?? open.title ?? "";
  const found = findTarget(
    { words: [title], people: [], things: [], days: pieces.days, start: null, scope },
    { calendar: context.calendar, today: todayOf(context) },
  );
  sheet.takeAll(FILLER);
  return { ...open, ...found, unread: sheet.rest().map((part) => part.text) };
}
