import { z } from "zod";

const Texts = z.array(z.string()).readonly();
const Place = { latitude: z.number(), longitude: z.number() };

/** An airport and the city it serves. */
export const Airport = z.strictObject({
  code: z.string().regex(/^[A-Z]{3}$/),
  city: z.string(),
  airport: z.string(),
  country: z.string(),
  timeZone: z.string(),
  ...Place,
  aliases: Texts,
});
export type Airport = z.infer<typeof Airport>;

/** A flight on one day. `departs` and `arrives` are local times of the airports. */
export const Flight = z.strictObject({
  id: z.string().min(1),
  number: z.string().min(1),
  carrier: z.string(),
  origin: z.string(),
  destination: z.string(),
  departs: z.string(),
  arrives: z.string(),
  minutes: z.number().int().nonnegative(),
  stops: z.number().int().nonnegative(),
  /** Price for one traveler, in euros. */
  price: z.number().nonnegative(),
});
export type Flight = z.infer<typeof Flight>;

/** A hotel room. Prices are in euros. */
export const Room = z.strictObject({
  id: z.string(),
  name: z.string(),
  sleeps: z.number().int().positive(),
  pricePerNight: z.number().nonnegative(),
});
export type Room = z.infer<typeof Room>;

const Rooms = z.array(Room).readonly();
export const Hotel = z.strictObject({ id: z.string(), name: z.string(), stars: z.number(), ...Place, rooms: Rooms });
export type Hotel = z.infer<typeof Hotel>;

/** A sight. Opening hours are local times; `closedOn` contains weekdays from 1 (Monday) to 7. */
export const Sight = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.string(),
  ...Place,
  opens: z.string(),
  closes: z.string(),
  closedOn: z.array(z.number().int()).readonly(),
  /** Duration of a visit. */
  minutes: z.number().int().positive(),
});
export type Sight = z.infer<typeof Sight>;

export const Restaurant = z.strictObject({ id: z.string(), name: z.string(), diets: Texts, ...Place });
export type Restaurant = z.infer<typeof Restaurant>;

/** Offers found for a trip. */
export interface TripOffers {
  readonly destination: Airport;
  readonly outbound: readonly Flight[];
  readonly return: readonly Flight[];
  readonly hotels: readonly Hotel[];
  readonly sights: readonly Sight[];
  readonly restaurants: readonly Restaurant[];
}
