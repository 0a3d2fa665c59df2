import type { Household } from "../household.ts";
import { oneOf } from "./request-text.ts";
import type { RequestText } from "./request-text.ts";

/** People and resources that a request names. */
export interface NamesReading {
  /** Member ids, in the order of the household. */
  readonly participants: readonly string[];
  /** Resource ids, in the order of the household. */
  readonly resources: readonly string[];
  /** Capitalized names after "for" that are not in the household. */
  readonly unknown: readonly string[];
  /** True if the text contains "me" or "my" and the speaker is unknown. */
  readonly speakerUnknown: boolean;
}

type Named = { readonly kind: "member" | "resource"; readonly ids: readonly string[] };

const EVERYONE =
  "everyone|everybody|us all|all of us|the (?:whole |entire )?family(?! (?!and|on|at|in|for|from|this|next|tomorrow|today|tonight|every|with|needs?|to)\\p{L})|us";
const SELF = "me|myself|i";
/** Names that are also words: they count as names only where a name is expected. */
const WORDS = new Set([
  "will",
  "may",
  "april",
  "june",
  "august",
  "mark",
  "art",
  "grace",
  "hope",
  "rose",
  "sunny",
  "summer",
  "bill",
  "bob",
  "drew",
  "pat",
  "jack",
  "van",
]);

const DETERMINER = "(?:the |our |my |his |her |their |a )?";
/** Verbs whose object stays in the title: "pick up Emma", "wash the van". */
const VERB_BEFORE =
  /\b(?:up|off|out|take|takes|bring|drive|call|visit|see|meet|feed|bathe|get|fetch|collect|drop|pick|tell|ask|help|pay|wash|clean|fix|repair|service|charge|from|to|of|and|about|near|email|text)(?: the| our| my| a)? $/i;

/** Finds members, "me", "everyone" and resources in a request. Use a new reader for each request. */
export class NameReader {
  private readonly household: Household;
  private readonly speaker: string | null;
  private readonly known: ReadonlyMap<string, Named>;
  private readonly name: string;
  private readonly resourceName: string | null;
  private readonly memberName: string;
  private readonly members = new Set<string>();
  private readonly resources = new Set<string>();
  private readonly unknown: string[] = [];
  private speakerUnknown = false;

  constructor(household: Household, speaker: string | null) {
    this.household = household;
    this.speaker = speaker;
    this.known = knownNames(household);
    const namesOf = (kind: Named["kind"]): string[] =>
      [...this.known].filter(([, named]) => named.kind === kind).map(([name]) => name);
    // "May 4" is a date even if a member is called May.
    const members = `(?:${oneOf(namesOf("member"))})(?<!\\b(?:may|april|june|august)(?= \\d))`;
    this.memberName = `(?:${members}|${EVERYONE}|${SELF})`;
    const resources = oneOf(namesOf("resource"));
    this.resourceName = resources === "" ? null : `${DETERMINER}(?:${resources})`;
    this.name = this.resourceName === null ? this.memberName : `(?:${this.memberName}|${this.resourceName})`;
  }

  /** Takes names that are introduced by other words ("for Emma", "needs the van", "Emma's"); call this first. */
  takeLed(text: RequestText): void {
    const list = this.list(this.name);
    const people = this.list(this.memberName);
    const led = new RegExp(
      `,? ?\\b(?:and )?(?:also )?(?:will need|needs? to use|needs?|needing|requires?|requiring|using|uses?|with|by|for|plus|including|invite|along with)(?: both)? (${list})(?!-|')(?: (?:too|as well|each|only|as a resource))?(?![\\p{L}\\p{N}])`,
      "iu",
    );
    for (const match of text.takeAll(led)) {
      this.add(match[1] ?? "");
      // "lunch with Emma" includes the speaker.
      if (/\bwith\b/i.test(match[0]) && this.speaker !== null && this.mentionsMember(match[1] ?? ""))
        this.withSpeaker = true;
    }
    if (this.resourceName !== null) {
      const place = new RegExp(`,? ?\\b(?:in|on|via) (${this.list(this.resourceName)})(?![\\p{L}\\p{N}'-])`, "iu");
      for (const match of text.takeAll(place)) this.add(match[1] ?? "");
    }
    const owned = new RegExp(
      `(?<![\\p{L}\\p{N}])(${people})'s?(?= |$|[,.!?])(?! (?:birthday|graduation|recital|wedding|name day|anniversary))`,
      "iu",
    );
    for (const match of text.takeAll(owned)) this.add(match[1] ?? "");
    const keptOwner = new RegExp(`(?<![\\p{L}\\p{N}])(${people})'s? `, "iu").exec(text.rest);
    if (keptOwner !== null) this.add(keptOwner[1] ?? "");
    if (text.take(/\b(?:for )?my\b(?= )/i) !== null) this.addSelf();
    text.take(/\b(?:for )?our\b(?= )/i);
    this.findUnknown(text);
  }

  private withSpeaker = false;

  /**
   * Takes names at the start and end of the remaining text ("Emma soccer"), and notes names within a title; call this last.
   * With `everywhere`, names within the text are taken too.
   */
  takeRest(text: RequestText, everywhere = false): void {
    const list = new RegExp(`(?<![\\p{L}\\p{N}'-])(${this.list(this.name)})(?![\\p{L}\\p{N}'-])`, "giu");
    for (const match of text.rest.matchAll(list)) {
      const typed = match[1] ?? "";
      const before = text.rest.slice(0, match.index);
      const after = text.rest.slice(match.index + match[0].length);
      const isWord = WORDS.has(typed.toLowerCase()) || /^(?:us|me|i|myself)$/i.test(typed);
      const starts = /(?:^|[\uE000,;:]) ?$/u.test(before);
      const ends = /^ ?(?:$|[\uE000,;:.!?])/u.test(after);
      const hasOtherWords = /[\p{L}\p{N}]/u.test(before.replaceAll(typed, "") + after);
      if (isWord && !(typed !== typed.toLowerCase() && (starts || ends)) && this.isMember(typed)) {
        if (/^(?:us|me|i|myself)$/i.test(typed)) this.add(typed);
        continue;
      }
      this.add(typed);
      const isEdge =
        (starts && hasOtherWords && !VERB_BEFORE.test(before)) || (ends && !VERB_BEFORE.test(before)) || !hasOtherWords;
      if (isEdge || everywhere) text.blank(match.index, match[0].length);
    }
  }

  get reading(): NamesReading {
    const members = new Set(this.members);
    if (this.withSpeaker && this.speaker !== null && members.size > 0) members.add(this.speaker);
    return {
      participants: this.household.members.map(({ id }) => id).filter((id) => members.has(id)),
      resources: this.household.resources.map(({ id }) => id).filter((id) => this.resources.has(id)),
      unknown: this.unknown,
      speakerUnknown: this.speakerUnknown && this.members.size === 0,
    };
  }

  /** Adds the speaker: "I have", "remind me". */
  addSelf(): void {
    if (this.speaker === null) this.speakerUnknown = true;
    else this.members.add(this.speaker);
  }

  addEveryone(): void {
    for (const { id } of this.household.members) this.members.add(id);
  }

  private isMember(typed: string): boolean {
    return this.known.get(typed.toLowerCase())?.kind !== "resource";
  }

  private mentionsMember(list: string): boolean {
    return list.split(separator).some((each) => this.known.get(bare(each))?.kind === "member");
  }

  private list(name: string): string {
    return `${name}(?:(?:,? and |, ?|,? & ?| \\+ |,? with |,? plus )(?:also )?${name}){0,20}`;
  }

  private add(list: string): void {
    for (const typed of list.split(separator)) {
      const name = bare(typed);
      const named = this.known.get(name);
      if (named !== undefined) {
        for (const id of named.ids) (named.kind === "member" ? this.members : this.resources).add(id);
      } else if (new RegExp(`^(?:${EVERYONE})$`, "iu").test(typed.trim())) this.addEveryone();
      else if (new RegExp(`^(?:${SELF})$`).test(name)) this.addSelf();
    }
  }

  private findUnknown(text: RequestText): void {
    const isShouted = !/\p{Ll}/u.test(text.rest);
    const match = isShouted
      ? null
      : /\b[Ff]or (\p{Lu}\p{Ll}+)(?! (?:\p{Lu}|party|dinner|lunch|shopping|day|eve|break))(?=$|[ ,.!?\uE000])/u.exec(
          text.rest,
        );
    const name = match?.[1];
    if (match === null || name === undefined || commonCapitals.test(name)) return;
    this.unknown.push(name);
    text.blank(match.index, match[0].length);
  }
}

/** Capitalized words after "for" that are not names of people. */
const commonCapitals =
  /^(?:The|A|An|My|Our|His|Her|Their|Some|Each|Every|Christmas|Easter|Thanksgiving|Halloween|Dinner|Lunch|Breakfast|School|Work|Half|One|Two|Three|Four|Five|Six|About|Mon|Tue|Wed|Thu|Fri|Sat|Sun|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Today|Tomorrow|Next|This|All|Noon|Midnight|Soccer|Grandma|Grandpa|Mum|Mom|Dad)$/;

const separator = /,? and |, ?|,? & ?| \+ |,? with |,? plus |\balso /i;

const bare = (typed: string): string =>
  typed
    .toLowerCase()
    .replace(/^(?:the |our |my |his |her |their |a )(?=.)/, "")
    .trim();

function knownNames({ members, resources }: Household): ReadonlyMap<string, Named> {
  const known = new Map<string, Named>();
  const add = (typed: string, kind: Named["kind"], id: string): void => {
    const name = bare(typed.replace(/\s+/g, " ").trim());
    const before = known.get(name);
    if (name === "" || (before !== undefined && before.kind !== kind)) return;
    // An alias shared by several people means all of them: "the kids".
    known.set(name, { kind, ids: [...new Set([...(before?.ids ?? []), id])] });
  };
  for (const { id, name, aliases } of members) for (const alias of [name, ...aliases, id]) add(alias, "member", id);
  for (const { id, name, aliases } of resources) for (const alias of [name, ...aliases, id]) add(alias, "resource", id);
  return known;
}
