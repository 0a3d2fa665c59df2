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

/** Travel time between two places in a city, in minutes: on foot up to 1.5 km, otherwise by bus or metro. */
export function minutesBetween(from: Point, to: Point): number {
  const distance = kilometers(from, to);
  return Math.ceil(distance <= 1.5 ? distance * 14 : 12 + distance * 3.5);
}
