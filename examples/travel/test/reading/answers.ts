/** A message in a language that the small reader does not know. */
export const danish = "Lissabon fra København, 7. til 10. maj, 2 voksne og 2 børn"; // cspell:disable-line

/** A model's answer for that message. */
export const lisbon = {
  intent: "plan_trip",
  trip: {
    origin: "CPH",
    destination: "LIS",
    startDate: "2027-05-07",
    endDate: "2027-05-10",
    travelers: 4,
    children: 2,
  },
  quotes: [
    { detail: "trip.destination", words: "Lissabon" },
    { detail: "trip.origin", words: "fra København" },
    { detail: "trip.startDate", words: "7. til 10. maj" },
    { detail: "trip.endDate", words: "7. til 10. maj" },
    { detail: "trip.travelers", words: "2 voksne og 2 børn" }, // cspell:disable-line
    { detail: "trip.children", words: "2 børn" }, // cspell:disable-line
  ],
};
