import type { ConfidenceCeilingName, ConfidenceRuleName } from "./confidence.ts";
import { readImportance } from "./importance.ts";
import type { Intent } from "./intent.ts";
import { takeCreateFrame } from "./intent.ts";
import { NameReader } from "./names.ts";
import { emptyData } from "./parse-context.ts";
import type { Setting } from "./parse-context.ts";
import { readWhen, saysNoTime } from "./read-when.ts";
import type { WhenPhrase } from "./read-when.ts";
import { namesData, namesNotes, whenData, whenNotes, whenRules } from "./reading.ts";
import type { Missing, Reading } from "./reading.ts";
import type { RequestText } from "./request-text.ts";
import { resolveWhen } from "./resolve-when.ts";
import { noDefaults } from "./resolved-when.ts";
import type { ResolvedWhen, WhenDefaults } from "./resolved-when.ts";
import { finishTitle, readTitle } from "./title.ts";
import { contentWords } from "./title-words.ts";

/** Titles that families use; one of them alone is a request, other words alone may be anything. */
const eventWords = new Set(
  "dentist doctor gp optometrist physio therapist vet haircut hairdresser soccer football basketball tennis swimming gymnastics ballet dance piano guitar violin choir band practice training lesson class tutoring homework exam test school daycare kindergarten meeting call appointment interview party birthday wedding funeral dinner lunch breakfast brunch supper picnic bbq barbecue movie concert theatre theater trip vacation holiday flight train camp hike gym yoga run game match tournament shopping groceries laundry cleaning gardening babysitting playdate sleepover church recital visit date night meal cooking baking checkup vaccination pickup dropoff carpool".split(
    " ",
  ),
);

/** How many days a text names for an event: what "any time" may use. */
const daysNamed = ({ days }: WhenPhrase): number =>
  days.reduce((most, { from, to }) => Math.max(most, from.until(to).days + 1), 0);

/** Everything a text can say about an event, whatever is to be done with it. */
export interface EventReading {
  readonly phrase: WhenPhrase;
  readonly when: ResolvedWhen;
  readonly data: Reading["data"];
  readonly names: NameReader["reading"];
  readonly title: string | null;
  readonly frame: ReturnType<typeof takeCreateFrame>;
}

/** Reads a text as the description of an event. */
export function readEvent(
  text: RequestText,
  quoted: string | null,
  { days, now, context, defaults = noDefaults }: Setting & { readonly defaults?: WhenDefaults },
): EventReading {
  const frame = takeCreateFrame(text);
  const names = new NameReader(context.household, context.speaker);
  if (frame.bySpeaker) names.addSelf();
  if (frame.byAll) names.addEveryone();
  names.takeLed(text);
  const phrase = readWhen(text, text.rest, days);
  const { priority, flexibility } = readImportance(text, daysNamed(phrase));
  names.takeRest(text);
  const anyTime = flexibility === "any" && phrase.days.length === 0;
  const when = resolveWhen(phrase, { now, defaults, forward: true, anyTime });
  const { reading } = names;
  const title = quoted === null ? readTitle(text) : finishTitle(quoted);
  const data = {
    ...emptyData("create", context.timeZone),
    ...whenData(when),
    ...namesData(reading),
    title,
    priority,
    flexibility,
  };
  return { phrase, when, data, names: reading, title, frame };
}

/** Reads a request for a new event. */
export function readCreate(
  text: RequestText,
  quoted: string | null,
  { intent, ...setting }: Setting & { readonly intent: Intent },
): Reading {
  const { phrase, when, data, names, title, frame } = readEvent(text, quoted, setting);
  const { household, calendar } = setting.context;
  const said = frame.said || intent.strength === "said";
  const named = names.participants.length + names.resources.length > 0;
  const hasTime =
    when.timeIsExact || when.searchWindow !== null || when.durationMinutes !== null || when.recurrenceRule !== null;
  const isKnown =
    title !== null &&
    (quoted !== null ||
      isEventTitle(
        title,
        calendar.events().map((event) => event.title),
      ));
  if (!said && !hasTime && when.problem === null && !named && names.unknown.length === 0 && !isKnown)
    return unclear(setting);
  const [resource] = household.resources.filter(({ id }) => names.resources.includes(id));
  const titled = { ...data, title: title ?? (resource === undefined ? null : `${resource.name} booking`) };
  const missing: Missing[] = [
    ...(when.isOpen ? (["time"] as const) : []),
    ...(titled.title === null ? (["title"] as const) : []),
    ...(names.unknown.length > 0 || names.speakerUnknown ? (["participants"] as const) : []),
  ];
  const ceilings: ConfidenceCeilingName[] = [
    ...(missing.length > 0 ? (["missing"] as const) : []),
    ...(phrase.impossible.length > 0 ? (["impossible"] as const) : []),
  ];
  return {
    data: { ...titled, missing },
    fired: createRules({ said, hasTitle: titled.title !== null, named }, phrase, when),
    ceilings,
    notes: [...whenNotes(when), ...namesNotes(names)],
  };
}

const isEventTitle = (title: string, known: readonly string[]): boolean => {
  const words = contentWords(title);
  const titles = new Set(known.flatMap(contentWords));
  return words.some((word) => eventWords.has(word) || titles.has(word));
};

function createRules(
  { said, hasTitle, named }: { readonly said: boolean; readonly hasTitle: boolean; readonly named: boolean },
  phrase: WhenPhrase,
  when: ResolvedWhen,
): ConfidenceRuleName[] {
  const assumedDay = phrase.time.start !== null && phrase.days.length === 0 && phrase.recurrence === null;
  return [
    said ? "intentSaid" : "intentImplied",
    ...(hasTitle ? (["title"] as const) : []),
    ...(named ? (["names"] as const) : []),
    ...whenRules(when, phrase.time.assumed, assumedDay && !saysNoTime(phrase.time)),
  ];
}

/** A text in which nothing could be found; what was asked before, if anything, stays open. */
export const unclear = ({ context }: Setting): Reading => ({
  data: { ...emptyData("create", context.timeZone), missing: ["title", "time"] },
  fired: [],
  ceilings: ["unclear"],
  notes: ["I found nothing in it that could be planned, changed or looked up."],
});
