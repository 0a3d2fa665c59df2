import { createRoot } from "react-dom/client";
import { useEffect, useState } from "react";
import type { TripView } from "../src/trip-view.ts";
import type { PageView } from "@tidemark/web/view";
import { Prices, Timeline } from "./itinerary.tsx";
import { Whole } from "./whole.tsx";
// oxlint-disable-next-line import/no-unassigned-import -- Vite writes the styles to view.css
import "./view.css";

/** Draws the trip of the open conversation. Returns a function that removes it. */
export function mount(element: HTMLElement, page: PageView): () => void {
  const root = createRoot(element);
  root.render(<Trip page={page} />);
  return () => root.unmount();
}

function Trip({ page }: { readonly page: PageView }) {
  const [shown, show] = useState<TripView | null>(null);
  const [isAway, setAway] = useState(false);
  const [, redraw] = useState(0);
  useEffect(() => {
    let isGone = false;
    const load = async (): Promise<void> => {
      redraw((count) => count + 1);
      try {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server of this application wrote it
        const data = (await page.data()) as TripView;
        if (isGone) return;
        show(data);
        setAway(false);
      } catch {
        if (!isGone) setAway(true);
      }
    };
    const stop = page.onChange(() => void load());
    void load();
    return () => {
      isGone = true;
      stop();
    };
  }, [page]);
  if (shown === null)
    return <p className="trip-quiet">{isAway ? "The trip could not be loaded." : "Loading the trip …"}</p>;
  const isOffline = isAway || !page.online();
  const isBusy = page.running() || isOffline;
  const isAsked = page.questions().length > 0;
  const say = (text: string) => () => page.say(text);
  return (
    <div className="trip" aria-busy={page.running()}>
      {isOffline && (
        <p className="trip-problem" role="status">
          The server cannot be reached. This is the trip as it was. You can book or change it when the server is back.
        </p>
      )}
      {shown.trip === null ? (
        <Empty missing={shown.missing} />
      ) : (
        <>
          <Summary trip={shown.trip} isBusy={isBusy} isAsked={isAsked} book={say("book it")} />
          <Notes shown={shown} />
          <Bookings shown={shown} isBusy={isBusy || isAsked} page={page} />
          <Alternatives {...{ shown, isOffline, isBusy, isAsked, say }} />
          <Timeline days={shown.trip.timeline} />
          <Prices trip={shown.trip} />
          <details className="trip-reasons">
            <summary>Why this trip</summary>
            <ul>
              {shown.trip.reasons.map((reason) => (
                <li key={reason}>
                  <Whole text={reason} />
                </li>
              ))}
            </ul>
          </details>
        </>
      )}
      {shown.trip === null && <Bookings shown={shown} isBusy={isBusy || isAsked} page={page} />}
      {shown.sample && shown.trip !== null && (
        <p className="trip-quiet">Sample data: flights, hotels, restaurants and prices are made up.</p>
      )}
    </div>
  );
}

interface AlternativesProps {
  readonly shown: TripView;
  readonly isOffline: boolean;
  readonly isBusy: boolean;
  readonly isAsked: boolean;
  readonly say: (text: string) => () => void;
}

/** What can be changed with one click. Collapsed while something is asked, which a click would drop, and after a booking. */
function Alternatives({ shown: { trip, alternatives }, isOffline, isBusy, isAsked, say }: AlternativesProps) {
  if (alternatives.length === 0) return null;
  const advice = isAsked ? "Answer the question first." : "Choose one to change the trip.";
  return (
    <details className="trip-alternatives" open={!isAsked && (trip?.booked ?? null) === null}>
      <summary>Alternatives</summary>
      <p className="trip-quiet">{isOffline ? "These can be chosen when the server is back." : advice}</p>
      <ul>
        {alternatives.map(({ say: number, part, label, compared, price }) => (
          <li key={number}>
            <button type="button" disabled={isBusy || isAsked} onClick={say(`Take alternative ${number}`)}>
              <span>
                <small>
                  Alternative {number}: {part.toLowerCase()}
                </small>
                <strong>
                  <Whole text={label} />
                </strong>
                <small>
                  <Whole text={compared} />
                </small>
              </span>
              <b>{price}</b>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface BookingsProps {
  readonly shown: TripView;
  readonly isBusy: boolean;
  readonly page: PageView;
}

function Bookings({ shown, isBusy, page }: BookingsProps) {
  if (shown.bookings.length === 0) return null;
  return (
    <section className="trip-bookings">
      <h3>Bookings</h3>
      <ul>
        {shown.bookings.map(({ reference, title, canceled }) => (
          <li key={reference} className={canceled ? "trip-canceled" : ""}>
            <span>
              <strong className="whole">{reference}</strong> <Whole text={title} />
            </span>
            {canceled ? (
              <em>Canceled</em>
            ) : (
              <button
                type="button"
                className="trip-destructive"
                disabled={isBusy}
                onClick={() => page.say(`cancel ${reference}`)}
              >
                Cancel booking
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Empty({ missing }: Pick<TripView, "missing">) {
  return (
    <section className="trip-empty">
      <h2>No trip yet</h2>
      {missing.length === 0 ? (
        <p>Your itinerary appears here: flights, hotel, each day, and what it costs.</p>
      ) : (
        <>
          <p>Still needed:</p>
          <ul>
            {missing.map((detail) => (
              <li key={detail}>{detail}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

interface SummaryProps {
  readonly trip: NonNullable<TripView["trip"]>;
  readonly isBusy: boolean;
  readonly isAsked: boolean;
  readonly book: () => void;
}

function Summary({ trip, isBusy, isAsked, book }: SummaryProps) {
  const { city, days, party, total, perPerson, booked, earlier } = trip;
  return (
    <header className="trip-summary">
      <div>
        <h2>{city}</h2>
        <p>
          {/* A line breaks between the days, not within one. */}
          {days.split(/(?<= – )/u).map((day) => (
            <span key={day} className="trip-day">
              {day}
            </span>
          ))}
        </p>
        <p>{party}</p>
      </div>
      <div className="trip-total">
        <strong>{total}</strong>
        {perPerson !== null && <span>{perPerson} per person</span>}
      </div>
      <div className="trip-state">
        {booked !== null ? (
          <p className="trip-booked">
            Booked as <Whole text={booked} />
          </p>
        ) : (
          <p>
            {isAsked
              ? "Waiting for your answer"
              : earlier === null
                ? "Not booked"
                : `Not booked; ${earlier} is another version`}
          </p>
        )}
        <div className="trip-buttons">
          {booked === null && !isAsked && (
            <button type="button" className="primary" disabled={isBusy} onClick={book}>
              {earlier === null ? "Book this trip" : "Change the booking"}
            </button>
          )}
        </div>
      </div>
    </header>
  );
}

function Notes({ shown: { trip } }: { readonly shown: TripView }) {
  // What was assumed was approved with the booking.
  const isBooked = (trip?.booked ?? null) !== null;
  return (
    <>
      <NoteList
        title="Assumed, because you did not say it"
        items={trip?.assumed ?? []}
        tone={isBooked ? "quiet" : "warn"}
      />
      <NoteList title="Not possible" items={trip?.notPossible ?? []} tone={isBooked ? "quiet" : "warn"} />
    </>
  );
}

function NoteList({ title, items, tone }: { title: string; items: readonly string[]; tone: "warn" | "quiet" }) {
  if (items.length === 0) return null;
  return (
    <section className={`trip-note trip-${tone}`}>
      <h3>{title}</h3>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <Whole text={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}
