import { emptyData, type NLParserData } from "../domain/parser-data.ts";
import { idsIn, listOf, peopleIn, resourcesIn } from "./names.ts";
import { type ReadContext, takePieces } from "./pieces.ts";
import { Sheet } from "./sheet.ts";

/** Reads a question about the calendar; null for other messages. */
export function readQuestion(text: string, context: ReadContext): NLParserData | null {
  const { household } = context.calendar;
  const people = peopleIn(household, context.speaker);
  const things = resourcesIn(household);
  const sheet = new Sheet(text.replace(/\?+$/, ""));
  const kinds: readonly (readonly [NonNullable<NLParserData["queryType"]>, string])[] = [
    ["availability", `^(?:when |which days )?(?:is|are|am) (?<who>${listOf(people)}) free`],
    ["resource_status", `^(?:when )?(?:is|are) (?<what>${listOf(things)}) (?:free|available|taken|in use)`],
    ["conflict_check", "^(?:(?:are there|do we have|find) )?(?:any )?conflicts"],
    ["event_lookup", `^(?:what|which events) (?:do|does) (?<who>${listOf(people)}) have(?: on| planned)?`],
    ["event_lookup", "^(?:what(?:'s| is)(?: (?:on|planned))?|show(?: me)?)"],
    ["event_lookup", "^(?<named>when(?:'s| is| are)(?: the)?(?: next)?)"],
  ];
  for (const [queryType, pattern] of kinds) {
    const match = sheet.take(pattern);
    if (match === null) continue;
    const { who = "", what = "", named } = match.groups ?? {};
    const { said } = takePieces(sheet, context, true);
    const [first, ...rest] = sheet.unused;
    const hasTitle =
      named !== undefined || (queryType === "conflict_check" && first !== undefined && /^with /i.test(first));
    const isUnknown = context.speaker === null && /(?<!\p{L})I(?!\p{L})/u.test(who);
    return {
      ...emptyData,
      ...said,
      eventType: "query",
      queryType,
      questions: isUnknown ? ['Who is "I"? Answer with a name.'] : (said.questions ?? []),
      participants: who === "" ? (said.participants ?? []) : idsIn(who, people),
      resources: what === "" ? (said.resources ?? []) : idsIn(what, things),
      title: hasTitle ? (first?.replace(/^with (?:the )?/i, "") ?? null) : null,
      unused: hasTitle ? rest : sheet.unused,
    };
  }
  return null;
}
