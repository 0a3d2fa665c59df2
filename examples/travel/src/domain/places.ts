/** A point on the map, in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The distance of two points along the surface, in kilometres. */
export function kilometres(from: Point, to: Point): number {
  const [one, other] = [radians(from.latitude), radians(to.latitude)];
  const half =
    Math.sin((other - one) / 2) ** 2 +
    Math.cos(one) * Math.cos(other) * Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  return 12_742 * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Minutes from door to door within a city: on foot for short ways, by bus or metro for the others. */
export function minutesBetween(from: Point, to: Point): number {
  const way = kilometres(from, to);
  return Math.ceil(way <= 1.5 ? way * 14 : 12 + way * 3.5);
}
