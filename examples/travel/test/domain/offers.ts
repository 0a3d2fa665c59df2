import type { Flight, Hotel } from "../../src/domain/offers.ts";

/** A flight from Copenhagen to Lisbon at some hour; only what matters is named. */
export function flight(hour: number, price: number, rest: Partial<Flight> = {}): Flight {
  const wall = `${String(hour).padStart(2, "0")}:00`;
  return {
    id: `F${hour}-${price}`,
    number: `F ${hour}`,
    carrier: "Test",
    origin: "CPH",
    destination: "LIS",
    departs: `2027-05-07T${wall}`,
    arrives: `2027-05-07T${String(Math.min(23, hour + 3)).padStart(2, "0")}:00`,
    departsAt: `2027-05-07T${wall}:00Z`,
    arrivesAt: `2027-05-07T${String(Math.min(23, hour + 3)).padStart(2, "0")}:00:00Z`,
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

export const centre = { latitude: 38.71, longitude: -9.14 };
