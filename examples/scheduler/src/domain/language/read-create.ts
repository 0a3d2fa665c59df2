import { itemsIf } from "../items-if.ts";
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

/** Common titles: one of them alone is a request, other words alone may be anything. */
const eventWords = new Set(
  "dentist doctor gp optometrist physio therapist vet haircut hairdresser soccer football basketball tennis swimming gymnastics ballet dance piano guitar violin choir band practice training lesson class tutoring homework exam test school daycare kindergarten meeting call appointment interview party birthday wedding funeral dinner lunch breakfast brunch supper picnic bbq barbecue movie concert theatre theater trip vacation holiday flight train camp hike gym yoga run game match tournament shopping groceries laundry cleaning gardening babysitting playdate sleepover church recital visit date night meal cooking baking checkup vaccination pickup dropoff carpool".split(
    " ",
  ),
);

/** Number of days named for an event, which "any time" refers to. */
const daysNamed = ({ days }: WhenPhrase): number =>
  days.reduce((most, { from, to }) => Math.max(most, from.until(to).days + 1), 0);

/** Description of an event in a text, regardless of the intent. */
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
  const isExplicit = frame.hasVerb || intent.strength === "explicit";
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
  if (!isExplicit && !hasTime && when.problem === null && !named && names.unknown.length === 0 && !isKnown)
    return unclear(setting);
  const [resource] = household.resources.filter(({ id }) => names.resources.includes(id));
  const titled = { ...data, title: title ?? (resource === undefined ? null : `${resource.name} booking`) };
  const missing: Missing[] = [
    ...itemsIf(when.isOpen, "time"),
    ...itemsIf(titled.title === null, "title"),
    ...itemsIf(names.unknown.length > 0 || names.speakerUnknown, "participants"),
  ];
  const ceilings: ConfidenceCeilingName[] = [
    ...itemsIf(missing.length > 0, "missing"),
    ...itemsIf(phrase.impossible.length > 0, "impossible"),
  ];
  return {
    data: { ...titled, missing },
    fired: createRules({ isExplicit, hasTitle: titled.title !== null, named }, phrase, when),
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
  {
    isExplicit,
    hasTitle,
    named,
  }: { readonly isExplicit: boolean; readonly hasTitle: boolean; readonly named: boolean },
  phrase: WhenPhrase,
  when: ResolvedWhen,
): ConfidenceRuleName[] {
  const assumedDay = phrase.time.start !== null && phrase.days.length === 0 && phrase.recurrence === null;
  return [
    isExplicit ? "intentExplicit" : "intentImplied",
    ...itemsIf(hasTitle, "title"),
    ...itemsIf(named, "names"),
    ...whenRules(when, phrase.time.assumed, assumedDay && !saysNoTime(phrase.time)),
  ];
}

/** Reading of a text without recognizable content. */
export const unclear = ({ context }: Setting): Reading => ({
  data: { ...emptyData("create", context.timeZone), missing: ["title", "time"] },
  fired: [],
  ceilings: ["unclear"],
  notes: ["The text contains nothing to plan, change or look up."],
});
