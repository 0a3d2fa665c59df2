import type { Flight, Hotel } from "../../src/domain/offers.ts";

/** Flight from Copenhagen to Lisbon that departs at the given hour. */
export function flight(hour: number, price: number, rest: Partial<Flight> = {}): Flight {
  const departs = `${String(hour).padStart(2, "0")}:00`;
  return {
    id: `F${hour}-${price}`,
    number: `F ${hour}`,
    carrier: "Test",
    origin: "CPH",
    destination: "LIS",
    departs: `2027-05-07T${departs}`,
    arrives: `2027-05-07T${String(Math.min(23, hour + 3)).padStart(2, "0")}:00`,
    minutes: 180,
    stops: 0,
    price,
    ...rest,
  };
}

export const hotel = (id: string, stars: number, pricePerNight: number): Hotel => ({
  id,
  name: `Hotel ${id}`,
  stars,
  latitude: 38.71,
  longitude: -9.14,
  rooms: [{ id: `${id}-R`, name: "Room", sleeps: 2, pricePerNight }],
});

export const center = { name: "the center of the sights", latitude: 38.71, longitude: -9.14 };
