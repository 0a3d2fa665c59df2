import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import type { Airport, Flight } from "../../domain/offers.ts";

const Stop = z.object({ iataCode: z.string().regex(/^[A-Z]{3}$/), at: z.string().min(16) });
const Segment = z.object({
  departure: Stop,
  arrival: Stop,
  carrierCode: z.string().min(1).max(3),
  number: z.string().min(1).max(8),
  numberOfStops: z.number().int().nonnegative().default(0),
});

const Offer = z.object({
  itineraries: z.tuple([z.object({ segments: z.array(Segment).min(1).max(6) })]),
  price: z.object({ currency: z.literal("EUR"), grandTotal: z.coerce.number().nonnegative() }),
});

/** Page of search results. Offers are validated one by one, so that an invalid one does not affect the others. */
export const OffersPage = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ links: z.object({ next: z.string().optional() }).optional() }).optional(),
  dictionaries: z.object({ carriers: z.record(z.string(), z.string()).optional() }).optional(),
});
export type OffersPage = z.infer<typeof OffersPage>;

/** Search that an offer belongs to. */
export interface OfferQuery {
  readonly origin: Airport;
  readonly destination: Airport;
  readonly travelers: number;
}

/** Converts an offer to a flight. Returns null for an invalid offer or a different route. */
export function readOffer(
  offer: unknown,
  carriers: Readonly<Record<string, string>>,
  query: OfferQuery,
): Flight | null {
  const parsed = Offer.safeParse(offer);
  if (!parsed.success) return null;
  const [{ segments }] = parsed.data.itineraries;
  const [first] = segments;
  const last = segments.at(-1);
  if (first === undefined || last === undefined) return null;
  const { origin, destination, travelers } = query;
  if (first.departure.iataCode !== origin.code || last.arrival.iataCode !== destination.code) return null;
  try {
    const departs = Temporal.PlainDateTime.from(first.departure.at);
    const arrives = Temporal.PlainDateTime.from(last.arrival.at);
    const departsAt = departs.toZonedDateTime(origin.timeZone).toInstant();
    const arrivesAt = arrives.toZonedDateTime(destination.timeZone).toInstant();
    const minutes = departsAt.until(arrivesAt).total("minutes");
    if (minutes <= 0) return null;
    const number = segments.map((segment) => `${segment.carrierCode} ${segment.number}`).join(" + ");
    return {
      id: `${number} ${departs.toPlainDate().toString()}`,
      number,
      carrier: Object.hasOwn(carriers, first.carrierCode)
        ? (carriers[first.carrierCode] ?? first.carrierCode)
        : first.carrierCode,
      origin: origin.code,
      destination: destination.code,
      departs: departs.toString({ smallestUnit: "minute" }),
      arrives: arrives.toString({ smallestUnit: "minute" }),
      departsAt: departsAt.toString({ smallestUnit: "second" }),
      arrivesAt: arrivesAt.toString({ smallestUnit: "second" }),
      minutes,
      stops: segments.length - 1 + segments.reduce((sum, { numberOfStops }) => sum + numberOfStops, 0),
      price: parsed.data.price.grandTotal / travelers,
    };
  } catch {
    // The offer contains an invalid date or time.
    return null;
  }
}
