import MiniSearch, { type SearchOptions } from "minisearch";
import { DEFINITION, hasAskedForm, kindOf } from "../domain/answer-kind.ts";
import { confidenceIn, type Signals } from "../domain/confidence.ts";
import { askedOrder, dateIn } from "../domain/dates.ts";
import {
  type PlacedSection,
  type Section,
  sectionsOf,
  type SourceDocument,
  textOfSection,
} from "../domain/document.ts";
import { Evidence, type Place, samePlace } from "../domain/evidence.ts";
import { passagesOf } from "../domain/passages.ts";
import { askedThing, contradicted, hasOtherTime, lackedNames, lacksCount } from "../domain/gaps.ts";
import {
  askingText,
  factsOf,
  isYesOrNo,
  namesOf,
  type Question,
  referredTerms,
  searchedTerms,
} from "../domain/question.ts";
import { isLight, isOrder, isWeak, relatedTerms, termOf, sharedPairs, termsOf, wordsOf } from "../domain/words.ts";
import { type Entry, options, queryOf, queryOptions, termsIn, withId } from "./search-options.ts";

/** Number of sections that are searched for dates and numbers, whose passages are compared, and that evidence comes from. */
const RANKED_SECTIONS = 10;
const COMPARED_SECTIONS = 5;
const CITED_SECTIONS = 3;

/** Minimum share of the topic in a passage about it. */
const MIN_ON_TOPIC = 0.5;

/** Minimum share of what a follow-up refers to, in which a name counts as much as three other words. */
const MIN_REFERRED = 1 / 3;
const NAME = 3;

/** Weight of a word for which the passage has only a related one. */
const RELATED = 0.7;

/** Full-text index of the sections of documents: BM25 by MiniSearch, first on sections, then on their passages. */
export class SearchIndex {
  readonly #search = new MiniSearch<Entry>(options);
  readonly #sections: readonly PlacedSection[];

  constructor(documents: readonly SourceDocument[]) {
    this.#sections = sectionsOf(documents);
    for (const [id, { document, section }] of this.#sections.entries()) {
      const heading = section.heading.join(" ");
      this.#search.add({ id, title: document.title, heading, text: textOfSection(section) });
    }
  }

  /** Words of the question that no document contains. */
  unknownWords({ text }: Question): readonly string[] {
    return wordsWhose(text, (term) => !isWeak(term) && term !== "" && this.#count(term) === 0);
  }

  /** Returns the passages of the best paragraph, best first, and the best ones of the best three sections. */
  find(question: Question): readonly Evidence[] {
    const sections = this.#searchSections(question);
    const seeks = kindOf(question.text)?.seeks;
    const passages = rankPassages(sections, question, {
      // Among sentences about the same topic, asking words such as "often" help to choose.
      ...queryOptions(question, (term) => this.#existing(relatedTerms(term))),
      boostTerm: (term) => (question.terms.includes(term) || term === seeks ? 1 : 0.3),
      prefix: (term) => this.#isPrefix(term),
    });
    const [best] = passages;
    if (best === undefined) return [];
    const bestOfSections = passages.filter(({ rank }, at) => passages.findIndex((one) => one.rank === rank) === at);
    const cited = bestOfSections.filter(({ rank }) => rank < CITED_SECTIONS);
    const signals = this.#signals(question, sections);
    const topics = this.#weights(searchedTerms(question).filter((term) => !isLight(term) && this.#count(term) > 0));
    return passages
      .filter((passage) => samePlace(passage.place, best.place) || cited.includes(passage))
      .map((passage) => {
        const { entry, quote, place, position, rank, score } = passage;
        const other = passages.find((next) => next.rank !== rank && next.score <= score);
        const confidence = confidenceIn(signals(passage, other === undefined ? 1 : score - other.score));
        const lacks = this.#lackedTopics(question, passage.section).filter((term) => isOrder(term) || !isLight(term));
        const lacked = wordsWhose(question.text, (term) => lacks.includes(term) && this.#count(term) > 0);
        const others = passage.contradicted.filter((word) => termsOf(word).every((term) => this.#count(term) > 0));
        const missing = [...new Set([...lacked, ...others])];
        const relevance = Math.max(0, score / best.score);
        const onTopic = shareOf(topics, (term) => this.#isMeantIn(termsIn(entry), term)) >= MIN_ON_TOPIC;
        return { ...place, missing, relevance, quote, position, part: 0, confidence, onTopic };
      });
  }

  /** Returns the function that finds the signals of a passage, given how far it is ahead of the best one of another section. */
  #signals(question: Question, sections: readonly FoundSection[]) {
    const [first, , , fourth] = sections;
    const referred = this.#weights(referredTerms(question).filter((term) => !isLight(term)));
    for (const [term, weight] of referred)
      if (namesOf(question.context).includes(term)) referred.set(term, NAME * weight);
    const searched = searchedTerms(question).filter((term) => first?.isOrdered !== true || !isOrder(term));
    const weights = this.#weights(searched);
    const topics = this.#weights(searched.filter((term) => !isLight(term)));
    const own = question.terms.filter((term) => !isLight(term));
    const asked = question.terms.filter((term) => !isWeak(term));
    const asking = askingText(question);
    const facts = factsOf(question.text);
    const named = own.filter((term) => !facts.includes(term));
    const things = askedThing(question.text).filter((term) => !isLight(term) && this.#count(term) === 0);
    const isBare = asked.length === 0 && referred.size > 0;
    const isShort = question.context === "" && own.length === 1 && question.terms.length < 3;
    const lead = first === undefined || fourth === undefined ? 1 : Math.max(0, 1 - fourth.score / first.score);
    return (passage: RankedPassage, passageLead: number): Signals => {
      const { entry, section, form, kind, isElsewhere, isUncounted } = passage;
      const paired = sharedPairs(question.text, `${entry.heading} ${entry.text}`);
      const terms = termsIn(entry);
      const start = new Set([...termsIn({ ...entry, text: "" }), ...termsOf(entry.text).slice(0, 2)]);
      const isMentioned = isShort && form === null && !own.some((term) => this.#isMeantIn(start, term));
      const share = referred.size === 0 ? 1 : shareOf(referred, (term) => this.#isMeantIn(terms, term));
      const lacksAsked = referred.size > 0 && asked.length > 0 && !asked.some((term) => this.#isMeantIn(terms, term));
      return {
        covered:
          shareOf(weights, (term) => this.#isIn(terms, term)) * (1 - RELATED) +
          shareOf(weights, (term) => this.#isMeantIn(terms, term)) * RELATED,
        paired,
        unrelated: shareOf(topics, (term) => this.#count(term) === 0 && !this.#isMeantIn(section.terms, term)),
        unsaid: Number(isYesOrNo(asking) && own.some((term) => !this.#isMeantIn(terms, term))),
        formless: form === false && !/\bwhy\b/i.test(asking) ? 1 : 0,
        specific: Math.min(1, searched.filter((term) => question.terms.includes(term)).length / 5),
        fragment: ["item", "code"].includes(kind ?? "") ? 1 : 0,
        lead,
        passageLead: Math.max(0, Math.min(1, passageLead)),
        mentioned: Number(
          isMentioned ||
            (isBare && (form === null || share < 1)) ||
            (form === false && !/^(?:how|wh\w+)\b.+ when\b/i.test(asking)) ||
            isElsewhere ||
            passage.contradicted.length > 0,
        ),
        otherFact: Number(
          (form === false && (isBare || kindOf(asking)?.isLoose !== true)) ||
            share < MIN_REFERRED ||
            lacksAsked ||
            facts.some((term) => !this.#isIn(section.terms, term)) ||
            // A name that no document contains may be misspelled.
            section.lackedNames.some((term) => this.#count(term) > 0) ||
            things.some((term) => !this.#isMeantIn(section.terms, term)) ||
            // A sentence that counts something else, and has no two words of the question together.
            (isUncounted && paired === 0) ||
            (facts.length > 0 && named.length > 0 && !named.some((term) => this.#isMeantIn(terms, term))) ||
            (!section.isOrdered && this.#lackedTopics(question, section).some(isOrder)),
        ),
      };
    };
  }

  /** Terms of a question that a section lacks. */
  #lackedTopics({ text }: Question, section: FoundSection): readonly string[] {
    // What is next to a place is beside it, not the one that follows.
    const terms = termsOf(text.replaceAll(/\bnext to\b/gi, " "));
    const topics = terms.filter((term) => !isWeak(term) || (isOrder(term) && !section.isOrdered));
    return topics.filter((term) => !this.#isIn(section.terms, term));
  }

  #searchSections(question: Question): readonly FoundSection[] {
    const results = this.#search.search(queryOf(question), {
      ...queryOptions(question, (term) => (this.#count(term) > 0 ? [] : this.#existing(relatedTerms(term)))),
      // A word that no document contains may be misspelled or shortened.
      fuzzy: (term) => (term.length > 4 && this.#count(term) === 0 ? 0.2 : false),
      prefix: (term) => this.#isPrefix(term),
    });
    const facts = factsOf(question.text);
    const found = results.flatMap(({ id, score }) => withId(this.#sections, id).map((one) => ({ ...one, score })));
    const ordered = orderedSections(found, question);
    const ranked = (ordered.length > 0 ? ordered : definingFirst(found, question)).slice(0, RANKED_SECTIONS);
    const sections = ranked.map((one) => {
      const { document, section } = one;
      const text = [document.name, document.title, ...section.heading, textOfSection(section)].join("\n");
      const terms = new Set(termsOf(text));
      return { ...one, terms, lackedNames: lackedNames(question.text, text), isOrdered: ordered.includes(one) };
    });
    const hasFacts = ({ terms }: FoundSection): boolean => facts.every((term) => terms.has(term));
    return sections.toSorted((a, b) => Number(hasFacts(b)) - Number(hasFacts(a))).slice(0, COMPARED_SECTIONS);
  }

  #existing(terms: readonly string[]): readonly string[] {
    return terms.filter((term) => this.#count(term, false) > 0);
  }

  /** Number of sections that contain a term, or words that start with it. */
  #count(term: string, prefix = this.#isPrefix(term)): number {
    return this.#search.search(term, { tokenize: (text) => [text], processTerm: (text) => text, prefix }).length;
  }

  /** True for a term that no section contains: it may be the start of another form, as a stem of a longer one. */
  #isPrefix(term: string): boolean {
    return term.length > 4 && this.#count(term, false) === 0;
  }

  #isIn(terms: ReadonlySet<string>, term: string): boolean {
    return terms.has(term) || (this.#isPrefix(term) && [...terms].some((other) => other.startsWith(term)));
  }

  #isMeantIn(terms: ReadonlySet<string>, term: string): boolean {
    return this.#isIn(terms, term) || relatedTerms(term).some((related) => terms.has(related));
  }

  /** Weights of terms by their rarity. Words that name no topic have half the weight. */
  #weights(terms: readonly string[]): Map<string, number> {
    const total = this.#search.documentCount;
    return new Map(
      terms.map((term) => {
        const count = this.#count(term);
        return [term, (isLight(term) ? 0.5 : 1) * Math.log(1 + (total - count + 0.5) / (count + 0.5))];
      }),
    );
  }
}

type ScoredSection = PlacedSection & { readonly score: number };

interface FoundSection extends ScoredSection {
  /** True if the section is of the newest or oldest dated document that the question asks for. */
  readonly isOrdered: boolean;
  /** Terms of the section, its headings, and the title and name of its document. */
  readonly terms: ReadonlySet<string>;
  /** Terms of the names in the question that it lacks. */
  readonly lackedNames: readonly string[];
}

type RankedPassage = ReturnType<typeof rankPassages>[number];

/** Returns the sections of the newest or oldest document, if the question asks for it and names several dated ones: "the last meeting". */
function orderedSections(found: readonly ScoredSection[], { text }: Question): readonly ScoredSection[] {
  const order = askedOrder(text);
  const topics = order === 0 ? [] : termsOf(text).filter((term) => !isWeak(term));
  const dated = found.flatMap((one) => {
    const name = [one.document.title, ...one.section.heading].join(" ");
    const terms = new Set(termsOf(name));
    const named = topics.filter((term) => terms.has(term)).length;
    const date = dateIn(name);
    return named > 0 && date !== null ? [{ one, named, date }] : [];
  });
  const most = Math.max(...dated.map(({ named }) => named));
  const dates = dated.filter(({ named }) => named === most).map(({ date }) => date);
  if (new Set(dates).size < 2) return [];
  const wanted = order === 1 ? Math.max(...dates) : Math.min(...dates);
  return dated.filter(({ date }) => date === wanted).map(({ one }) => one);
}

/** A list with its introduction, without the code after it. Code without an introduction stays. */
const withoutCode = (text: string): string => text.replace(/(?<!^`+)\n(?!- )[^]*/, "");

/** True for the description of a thing that the question names: "`timeout`: …". */
function startsWithTopic({ terms }: Question, text: string): boolean {
  const [first] = termsOf(text);
  return first !== undefined && !isWeak(first) && terms.includes(first);
}

/** Moves the section with the definition that a question asks for to the front, a fifth ahead of the best one: "X is …". */
function definingFirst(found: readonly ScoredSection[], { text }: Question): readonly ScoredSection[] {
  if (!DEFINITION.test(text)) return found;
  const defines = ({ section: { blocks } }: ScoredSection): boolean =>
    blocks.some((block) => block.kind === "prose" && hasAskedForm(text, block.text) === true);
  const first = found.find(defines);
  const best = found[0]?.score ?? 1;
  return first === undefined ? found : [{ ...first, score: best * 1.2 }, ...found.filter((one) => one !== first)];
}

/** Ranks the passages of sections by their score for a query and that of their section. The form of answer that the question asks for counts too. */
function rankPassages(sections: readonly FoundSection[], question: Question, query: SearchOptions) {
  const facts = factsOf(question.text);
  const asking = askingText(question);
  const others = asking === question.text ? [] : question.terms;
  const highestSection = Math.max(...sections.map(({ score }) => score));
  const candidates = sections.flatMap((found, rank) => {
    const { document, section, score, terms } = found;
    const headed = new Set(termsOf(section.heading.join(" ")));
    const isHeaded = question.terms.every((term) => isWeak(term) || headed.has(term));
    const sectionScore = score / highestSection + (facts.every((term) => terms.has(term)) ? 0 : -2);
    return passagesOf(section).map(({ text, quote, line, context }, position) => {
      const entry = { title: document.title, heading: [...section.heading, context].join(" "), text };
      const place = { ...placeOf(document, section), line };
      const answer = found.isOrdered ? `${section.heading.join(" ")} ${text}` : withoutCode(text);
      const form = hasAskedForm(asking, answer);
      const kind = kindAt(place, section);
      const isUncounted = lacksCount(asking, text, others);
      const isElsewhere = isUncounted || (kind !== "row" && hasOtherTime(asking, text));
      const around = `${document.name} ${entry.title} ${entry.heading}`;
      const isStart = startsWithTopic(question, text) || (isHeaded && position === 0);
      const bonus = sectionScore + (form === null ? 0 : !form ? -0.3 : isElsewhere ? 0 : 0.3) + (isStart ? 0.3 : 0);
      return {
        entry,
        quote,
        place,
        position,
        section: found,
        rank,
        form,
        kind,
        isElsewhere,
        isUncounted: isUncounted && kind !== "row",
        contradicted: found.isOrdered ? [] : contradicted(question.text, text, around),
        bonus,
      };
    });
  });
  const search = new MiniSearch<Entry>(options);
  search.addAll(candidates.map(({ entry }, id) => ({ id, ...entry })));
  const results = search.search(queryOf(question), {
    ...query,
    weights: { prefix: 0.8, fuzzy: 0.3 },
    boost: { title: 0.2, heading: 0.5 },
  });
  const highest = results[0]?.score ?? 1;
  return results
    .flatMap(({ id, score }) => withId(candidates, id).map((one) => ({ ...one, score: score / highest + one.bonus })))
    .toSorted((a, b) => b.score - a.score);
}

/** Distinct words of a text whose term fits, as the text spells them. */
const wordsWhose = (text: string, fits: (term: string) => boolean): readonly string[] =>
  [...new Set(wordsOf(text))]
    .filter((word) => fits(termOf(word) ?? ""))
    .map((word) => new RegExp(String.raw`(?<!\p{L})${word}(?!\p{L})`, "iu").exec(text)?.[0] ?? word);

const kindAt = ({ line }: Place, { blocks }: Section) => blocks.find((block) => block.line === line)?.kind;

/** Share of the weights whose term is counted. */
function shareOf(weights: ReadonlyMap<string, number>, isCounted: (term: string) => boolean): number {
  let [sum, total] = [0, 0];
  for (const [term, weight] of weights) {
    total += weight;
    if (isCounted(term)) sum += weight;
  }
  return total === 0 ? 0 : sum / total;
}

/** Place of a section, at its first line. */
export const placeOf = ({ name, title }: SourceDocument, { heading, page, blocks }: Section): Place => ({
  document: name,
  title,
  heading,
  page,
  line: blocks[0]?.line ?? 1,
});

/** All passages of a section in order, without a confidence. */
export const evidenceOf = ({ document, section }: PlacedSection): readonly Evidence[] =>
  passagesOf(section).map(({ quote, line }, position) =>
    Evidence.parse({ ...placeOf(document, section), line, quote, position, confidence: null, relevance: 1 }),
  );
