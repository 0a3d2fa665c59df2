import { approvedRequests, defineAgent } from "tidemark/agents";
import { digest } from "tidemark/checkpoint";
import { euro, listText, texts } from "../domain/format.ts";
import { type Booking, bookingOf, earlierBooking, type Itinerary, openBookings } from "../domain/trip.ts";
import { headline, partsOf, titleOf } from "../domain/trip-parts.ts";
import { Reading } from "../reading/reading.ts";
import type { TravelServices } from "../services.ts";
import { intentOf, TravelState, type TravelValue } from "../state.ts";

/** Starts a handoff to the booking desk, to book or to cancel. The graph asks the traveler before the desk runs. */
export const bookingOffer = defineAgent(TravelState, {
  name: "booking_offer",
  description: "Starts the booking of the current itinerary, or the cancellation of a booking.",
  identity: { agentName: "Booking" },
  reads: ["travel_itinerary", "travel_bookings", "travel_open", "task_ledger"],
  proposes: ["travel_remarks", "task_custom_message"],
  run: (values, { propose, handoff }) => {
    const intent = intentOf(values);
    if (intent !== "book_trip" && intent !== "cancel_booking") return {};
    const order = intent === "book_trip" ? bookingOrder(values) : cancellation(values);
    const result = typeof order === "string" ? null : handoff("booking_desk", { reason: "user_request", ...order });
    // The answer to a "no" has this text; after a "yes" the final agent writes another one.
    const kept = openBookings(values).map(({ reference }) => reference);
    if (kept.length > 0)
      propose({ task_custom_message: `What is booked stays booked: ${listText(kept)}.` }, "A no keeps the bookings.");
    if (result?.outcome === "handedOff") return result.command;
    const remark = typeof order === "string" ? order : `This could not be started: ${result?.message}`;
    propose({ travel_remarks: [remark] }, "The booking desk has nothing to do.");
    return {};
  },
});

const ORDINALS = ["first", "second", "third", "fourth"];

/** A request to the booking desk, or the reason why there is none. The explanation is the question, with its details as further lines. */
type Order = string | { readonly explanation: string; readonly payload: DeskPayload };

function bookingOrder(values: Pick<TravelValue, "travel_itinerary" | "travel_bookings" | "travel_open">): Order {
  const { travel_itinerary: itinerary, travel_open: open } = values;
  if (itinerary === null) return "There is nothing to book yet.";
  const booking = bookingOf(values);
  if (booking !== null) return `This trip is already booked as ${booking.reference}.`;
  if (open.length > 0)
    return `Nothing is booked yet. First tell me ${listText(open)}, or type "book it as it is" to leave it out.`;
  // The headline has the dates, so the assumption about them needs no dates.
  const assumed = itinerary.assumed.map((text) => text.replace(/: \w{3} \d{1,2} \w{3} \d{4} to .*$/, "")).join("; ");
  const { city, total, notPossible } = itinerary;
  const titles = partsOf(itinerary).map(({ title }) => title);
  const earlier = earlierBooking(values);
  const question =
    earlier === null
      ? `Book ${city} for ${euro(total)}`
      : `Replace ${earlier.reference} (${euro(earlier.itinerary.total)}) with this version of ${city} for ${euro(total)}`;
  const notes = texts(
    headline(itinerary),
    earlier !== null && `Booked as ${earlier.reference}: ${headline(earlier.itinerary)}`,
    assumed !== "" && `Assumed: ${assumed}`,
    notPossible.length > 0 && `Not possible: ${listText(notPossible.map((text) => text.replace(/;.*/, "")))}`,
    titles.join("; "),
  );
  return { explanation: [question, ...notes].join("\n"), payload: bookingPayload(itinerary, earlier?.reference) };
}

function cancellation(values: Pick<TravelValue, "travel_bookings" | "task_ledger">): Order {
  const open = openBookings(values);
  const task = values.task_ledger.findLast(({ agentOrigin }) => agentOrigin === "root");
  const { booking: named } = Reading.pick({ booking: true }).parse(Object(task?.metadata["extractedInfo"]));
  // A reference, a city, "first" or "last" says which.
  const chosen = open.filter(({ reference, itinerary: { city } }, index) => {
    const names = texts(reference, city, ORDINALS[index], open.length - 1 === index && "last");
    return named === null || names.some((name) => name.toLowerCase() === named.toLowerCase());
  });
  const [booking, ...others] = chosen;
  if (booking === undefined)
    return named === null ? "There is no booking to cancel." : `There is no open booking "${named}".`;
  const { reference, itinerary } = booking;
  const list = listText(chosen.map((each) => `${each.reference} (${titleOf(each)})`));
  if (others.length > 0) return `Which booking? ${list}. Type, for example, "cancel ${reference}".`;
  const explanation = `Cancel booking ${reference}: ${itinerary.city} for ${euro(itinerary.total)}\n${headline(itinerary)}`;
  return { explanation, payload: cancellationPayload(reference) };
}

/** Payload of an approval: what the desk acts on, with a digest of the whole itinerary. */
export type DeskPayload = Readonly<Record<string, string | number>>;

/** Payload of a booking, which can replace an earlier one. */
export const bookingPayload = (itinerary: Itinerary, replaces?: string): DeskPayload => ({
  action: "book",
  total: itinerary.total,
  itinerary: digest(itinerary),
  ...(replaces !== undefined && { replaces }),
});

export const cancellationPayload = (reference: string): DeskPayload => ({ action: "cancel", reference });

/** Books or cancels what was approved, once, and proposes the record. Runs only after a handoff from `booking_offer`. */
export const bookingDesk = ({ desk }: TravelServices) =>
  defineAgent(TravelState, {
    name: "booking_desk",
    description: "Books or cancels an itinerary received by handoff. Never a step of a plan.",
    identity: { agentName: "Booking desk" },
    reads: ["travel_itinerary", "travel_bookings", "execution_pending_approvals", "runtime_session_id"],
    proposes: ["travel_bookings", "travel_remarks"],
    run: async (values, { propose, received, clock }) => {
      const { travel_itinerary: itinerary, travel_bookings: bookings } = values;
      const approval = approvedRequests(values, "booking_desk").at(-1);
      const payload = received?.payload ?? {};
      const approvedBy = approval?.decidedBy ?? "unknown";
      const record = (...changed: readonly Booking[]) => {
        const said = changed.map(({ canceledAt, reference, itinerary: { city, total } }) => {
          const done = canceledAt === null ? "Booked as" : "Canceled";
          return `${done} ${reference}: ${city}, ${euro(total)}.`;
        });
        propose({ travel_bookings: changed, travel_remarks: said }, `Approved by ${approvedBy}.`);
        return {};
      };
      const cancel = async (booking: Booking): Promise<Booking> => {
        const { canceledAt } = await desk.cancel({ reference: booking.reference, at: clock.now() });
        return { ...booking, canceledAt };
      };
      const isApproved = approval !== undefined && digest(approval.payload) === digest(payload);
      const canceled = openBookings(values).find(({ reference }) => reference === payload["reference"]);
      if (isApproved && payload["action"] === "cancel" && canceled !== undefined) return record(await cancel(canceled));
      if (!isApproved || itinerary === null || payload["itinerary"] !== digest(itinerary)) {
        propose({ travel_remarks: ["Nothing was booked or canceled: exactly this was not approved."] }, "No approval.");
        return {};
      }
      // After a cancellation the same trip can be booked again, so the number of bookings is part of the key.
      const key = `${values.runtime_session_id ?? "session"}:${digest(itinerary)}:${bookings.length}`;
      const { reference } = await desk.book({ key, content: itinerary, at: clock.now() });
      const booking = { id: reference, reference, bookedAt: clock.now(), approvedBy, canceledAt: null, itinerary };
      const replaced = openBookings(values).filter((each) => each.reference === payload["replaces"]);
      return record(booking, ...(await Promise.all(replaced.map(cancel))));
    },
  });
