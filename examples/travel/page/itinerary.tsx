import type { TripView } from "../src/trip-view.ts";
import { Whole } from "./whole.tsx";

const KINDS = { flight: "Flight", hotel: "Hotel", visit: "Visit", dinner: "Dinner" };

/** The days of a trip, with what happens on each. */
export function Timeline({ days }: { readonly days: NonNullable<TripView["trip"]>["timeline"] }) {
  return (
    <ol className="trip-days">
      {days.map(({ date, entries }) => (
        <li key={date}>
          <h3>{date}</h3>
          {entries.length === 0 && <p className="trip-quiet">Nothing planned</p>}
          <ol>
            {entries.map(({ kind, time, title, note }) => (
              <li key={`${time} ${title}`} className={`trip-${kind}`}>
                <span className="trip-time">{time}</span>
                <span>
                  <small>{KINDS[kind]}</small>
                  <strong>
                    <Whole text={title} />
                  </strong>
                  {note !== "" && (
                    <small>
                      <Whole text={note} />
                    </small>
                  )}
                </span>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

/** What each part of a trip costs. */
export function Prices({ trip: { prices, total, perPerson } }: { readonly trip: NonNullable<TripView["trip"]> }) {
  return (
    <table className="trip-prices">
      <caption>Price</caption>
      <tbody>
        {prices.map(({ label, amount }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          <td>
            {total}
            {perPerson !== null && <small>{perPerson} per person</small>}
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
