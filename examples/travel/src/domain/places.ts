import { z } from "zod";
import type { Airport } from "./offers.ts";

/** A point on the map, in degrees. */
export type Point = Pick<Airport, "latitude" | "longitude">;

/** A point with a name. */
export type NamedPlace = Point & { readonly name: string };

/** Diameter of the Earth, in kilometers. */
const EARTH_DIAMETER = 12_742;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Distance between two points along the surface of the Earth, in kilometers. */
export function kilometers(from: Point, to: Point): number {
  const [fromLatitude, toLatitude] = [radians(from.latitude), radians(to.latitude)];
  const haversine =
    Math.sin((toLatitude - fromLatitude) / 2) ** 2 +
    Math.cos(fromLatitude) * Math.cos(toLatitude) * Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  return EARTH_DIAMETER * Math.asin(Math.min(1, Math.sqrt(haversine)));
}

/** Ways to get around in a city. */
export const Transport = z.enum(["public transport", "walking", "car"]);
export type Transport = z.infer<typeof Transport>;

/** Minutes to wait or to park, and minutes for a kilometer. */
const SPEEDS: Readonly<Record<Transport, readonly [number, number]>> = {
  walking: [0, 14],
  "public transport": [12, 3.5],
  car: [8, 2.5],
};

/** Travel time between two places in a city, in minutes: on foot up to 1.5 km, otherwise by the given transport. */
export function minutesBetween(from: Point, to: Point, transport: Transport): number {
  const distance = kilometers(from, to);
  const [wait, pace] = SPEEDS[distance <= 1.5 ? "walking" : transport];
  return Math.ceil(wait + distance * pace);
}
