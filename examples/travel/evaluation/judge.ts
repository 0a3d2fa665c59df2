import { readFileSync } from "node:fs";
import { z } from "zod";
import { readSampleData } from "../src/catalog/sample-catalog.ts";
import { mergeReading } from "../src/domain/merge-reading.ts";
import { newTrip, type TravelInfo } from "../src/domain/trip.ts";
import { readMessage } from "../src/reading/read-message.ts";
import { detailsOf, type Reading } from "../src/reading/reading.ts";

/** Expected reading of a request. A null end means that none was said, or a one-way trip. */
const Expected = z.looseObject({
  to: z.string().nullable(),
  from: z.string().nullable(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  travelers: z.number().nullable(),
  wishes: z.array(z.unknown()),
  /** What the answer must say or ask. */
  mustSay: z.array(z.unknown()),
  ask: z.string().optional(),
});
type Expected = z.infer<typeof Expected>;

const Case = z.union([
  z.looseObject({ say: z.string(), expect: Expected, also: z.array(Expected).default([]) }),
  // A correction of an earlier request.
  z.looseObject({
    first: z.string(),
    // oxlint-disable-next-line unicorn/no-thenable -- a name in the file, and never a function
    then: z.string(),
    expect: Expected,
    also: z.array(Expected).default([]),
  }),
]);

const { cities } = readSampleData();
const cityOf = (code: string | null): string | null => cities.find((city) => city.code === code)?.city ?? null;

interface Read {
  readonly trip: TravelInfo;
  readonly reading: Reading;
  /** Everything that the answer says or asks besides the trip. */
  readonly named: readonly string[];
}

function readAll(messages: readonly string[], today: string): Read {
  const lastDate = new Date(Date.parse(today) + 330 * 86_400_000).toISOString().slice(0, 10);
  let read: Read | null = null;
  for (const message of messages) {
    const info: TravelInfo = read?.trip ?? newTrip();
    const context = { airports: cities, today, lastDate, trip: info };
    const reading = readMessage(message, context);
    const sights = cities.find(({ code }) => code === (reading.trip.destination ?? info.destination))?.sights ?? [];
    const { trip, missing, remarks } = mergeReading(reading, {
      ...context,
      itinerary: null,
      alternatives: [],
      profile: [],
      sights,
    });
    const { cabin } = trip.wishes;
    const named: string[] = [
      ...(read?.named ?? []).filter((line) => /^(?:I do not know|not understood)/.test(line)),
      ...reading.problems,
      ...remarks,
      ...reading.doubts,
      ...reading.unread.map((words) => `not understood: ${words}`),
      ...missing.map((detail) => `asks ${detail}`),
      ...(trip.datesAssumed === null ? [] : [`assumes ${trip.datesAssumed}`]),
      ...(trip.travelersAssumed === null ? [] : [trip.travelersAssumed]),
      ...(trip.travelers === null && !trip.several ? ["assumes 1 traveler"] : []),
      ...(cabin === null ? [] : [`not possible: ${cabin} class`]),
      ...trip.wishes.unavailable.map((wish) => `not possible: ${wish}`),
    ];
    read = { trip, reading, named };
  }
  if (read === null) throw new Error("A case has no message.");
  return read;
}

/** Expected place: null for one that is not in the catalog, if the answer says that it does not know a place. */
const placeOf = (city: string | null, named: readonly string[]): string | null =>
  cities.some((known) => known.city === city) || !named.some((line) => line.startsWith("I do not know")) ? city : null;

/** Facts that differ from the expectation. A fact that is asked about, or not stated, is null. */
function differences({ trip, named }: Read, expected: Expected): readonly string[] {
  const pairs: readonly (readonly [string, string | number | null, string | number | null])[] = [
    ["to", cityOf(trip.destination), placeOf(expected.to, named)],
    ["from", cityOf(trip.origin), placeOf(expected.from, named)],
    ["start", trip.startDate, expected.start],
    ["end", trip.wishes.oneWay ? null : trip.endDate, expected.end],
    ["travelers", trip.travelers ?? (trip.several || expected.travelers === null ? null : 1), expected.travelers],
  ];
  return pairs
    .filter(([, is, should]) => is !== should)
    .map(([name, is, should]) => `${name}: ${is}, expected ${should}`);
}

/** True for a wrong fact whose words the answer names as not understood, not possible or assumed. */
const isCovered = (difference: string, named: readonly string[]): boolean =>
  named.some((line) =>
    (difference.startsWith("travelers")
      ? /not understood|A trip for|I counted|how many/
      : /^assumes (?!1 )|not possible/
    ).test(line),
  );

const [file = "", today = "2026-11-21"] = process.argv.slice(2);
const counts = { right: 0, named: 0, wrong: 0 };
for (const [index, item] of z
  .array(Case)
  .parse(JSON.parse(readFileSync(file, "utf8")))
  .entries()) {
  const messages =
    typeof item.first === "string" && typeof item.then === "string" ? [item.first, item.then] : [String(item["say"])];
  const read = readAll(messages, today);
  const all = [item.expect, ...item.also].map((expected) => differences(read, expected));
  const best = all.toSorted((a, b) => a.length - b.length)[0] ?? [];
  // A fact that is missing is asked about; one that is present and other than expected is wrong.
  const isWrong = best.some((difference) => !difference.includes(": null,") && !isCovered(difference, read.named));
  const asks = item.expect.ask !== undefined && read.named.some((line) => line.startsWith("asks"));
  const verdict = best.length === 0 || (asks && !isWrong) ? "right" : isWrong ? "wrong" : "named";
  counts[verdict] += 1;
  const { wishes, mustSay } = item.expect;
  const details = detailsOf(read.reading);
  process.stdout.write(
    `${index + 1} ${verdict} ${messages.join(" | ")}\n${[
      ...best,
      ...(wishes.length + mustSay.length === 0 && item.expect.ask === undefined
        ? []
        : [`expected ${JSON.stringify([wishes, mustSay, item.expect.ask ?? ""])}`]),
      JSON.stringify([details.budget, details.wishes, details.facts]),
      ...read.named,
    ]
      .map((line) => `    ${line}\n`)
      .join("")}`,
  );
}
process.stdout.write(`${JSON.stringify(counts)}\n`);
