import { hyphenateSync } from "hyphen/en-gb";
import { type CSSProperties, Fragment } from "react";
import type { CalendarData, ShownEvent } from "../src/page/calendar-data.ts";

/** Words for what the open question would do with an event. */
export const stateText: Readonly<Record<ShownEvent["state"], string | null>> = {
  stored: null,
  proposed: "Proposed",
  leaving: "To be removed",
  moving: "To be moved",
};

/** Signs where a column is too narrow for the words. */
const stateSign = { proposed: "+", leaving: "−", moving: "→" };

/** Number of different colors; further people share them. */
const COLORS = 8;

/** Classes of an event: the color of its person, or one for several people, its state, and whether it conflicts. */
export function eventClass({ people, state, conflicts }: ShownEvent, indexes: ReadonlyMap<string, number>): string {
  const index = people.length > 1 ? undefined : indexes.get(people[0] ?? "");
  return [
    "event",
    index === undefined ? "who-none" : `who-${index % COLORS}`,
    state === "moving" ? "event-leaving" : `event-${state}`,
    ...(conflicts.length > 0 ? ["event-conflict"] : []),
  ].join(" ");
}

/** Sentence about an event for screen readers. */
function labelOf(event: ShownEvent, when: string, people: CalendarData["people"]): string {
  const names = people.filter(({ id }) => event.people.includes(id)).map(({ name }) => name);
  return [event.title, stateText[event.state], when, ...names, event.conflicts.length > 0 ? "conflict" : null]
    .filter((part) => part !== null && part !== "")
    .join(", ");
}

/** Height of a line and of a minute in a column of hours, in pixels. */
const LINE_HEIGHT = 15.4;
const MINUTE_HEIGHT = 34 / 30;

/** Number of lines up to which an event is brief. */
const BRIEF_LINES = 3;

/** Number of lines that a title can have in a column of hours. */
function linesOf({ start, end, state }: ShownEvent): number {
  const minutes = Math.max(30, (Date.parse(end) - Date.parse(start)) / 60_000);
  return Math.max(1, Math.floor((minutes * MINUTE_HEIGHT - 3) / LINE_HEIGHT) - (state === "stored" ? 0 : 1));
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type has no custom properties
const withLines = (lines: number): CSSProperties => ({ "--lines": lines }) as CSSProperties;

interface EventContentProps {
  readonly event: ShownEvent;
  readonly time: string;
  readonly people: CalendarData["people"];
  readonly resources: CalendarData["resources"];
  readonly place: "listed" | "all-day" | "month" | "timed";
}

/** Content of an event: title, time, people, and marks for proposals and conflicts. */
export function EventContent({ event, time, people, resources, place }: EventContentProps) {
  const when = event.allDay ? "All day" : time;
  const spoken = labelOf(event, when, people);
  // The time of a brief event is beside its title.
  const isBrief = place === "timed" && linesOf(event) <= BRIEF_LINES && /^\d/.test(when);
  // FullCalendar makes the element around the content a button.
  const labelButton = (element: HTMLElement | null): void => {
    const button = element?.closest("[role=button]");
    button?.setAttribute("aria-label", spoken);
    // A list must not have buttons as its items.
    const outer = button?.parentElement;
    if (outer?.getAttribute("role") === "list") outer.setAttribute("role", "group");
  };
  const parts = (
    <>
      {(place === "listed" || (place === "month" && !event.allDay && time !== "")) && (
        <span className="event-time">{when}</span>
      )}
      {place === "timed" && <StateMark state={event.state} />}
      <span
        className="event-title"
        title={when === "" ? event.title : `${event.title}, ${when}`}
        style={withLines(linesOf(event))}
      >
        {isBrief && <span className="event-start">{when.slice(0, 5)} </span>}
        {event.conflicts.length > 0 && <ConflictMark />}
        {place === "timed" ? <Words text={event.title} /> : event.title}
      </span>
      {place !== "timed" && <StateMark state={event.state} />}
      {place === "timed" && !isBrief && <span className="event-time">{when}</span>}
      <span className="event-people">
        {people.map(({ id, name }, index) =>
          event.people.includes(id) ? (
            <span key={id} className={`person who-${index % COLORS}`}>
              <span className="person-name">{name}</span>
            </span>
          ) : null,
        )}
        {place === "listed" &&
          resources.map(({ id, name }) =>
            event.resources.includes(id) ? (
              <span key={id} className="event-things">
                {name}
              </span>
            ) : null,
          )}
      </span>
    </>
  );
  return (
    <div className={`event-content event-content-${place}`} ref={labelButton}>
      {(event.people.length > 1 || place === "listed") && (
        <span className="event-stripes">
          {people.map(({ id }, index) =>
            event.people.includes(id) ? <span key={id} className={`who-${index % COLORS}`} /> : null,
          )}
        </span>
      )}
      {/* All of it stays in sight together while one scrolls. */}
      {place === "timed" ? <div className="event-head">{parts}</div> : parts}
    </div>
  );
}

/** Says what the open question would do with an event. */
function StateMark({ state }: Pick<ShownEvent, "state">) {
  if (state === "stored") return null;
  return (
    <span className="event-state">
      <span className="state-text">{stateText[state]}</span>
      <span className="state-sign">{stateSign[state]}</span>
    </span>
  );
}

/** Number of letters above which a word does not fit into half of a narrow column. */
const LONG_WORD = 7;

/** A text whose words stay whole: only one that is wider than its column is hyphenated. */
const Words = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(?<=[\s-])/u).map((word, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- a title can repeat a word
      <Fragment key={index}>
        <span className={word.length > LONG_WORD ? "event-word event-long-word" : "event-word"}>
          {hyphenateSync(word.trim())}
        </span>
        {word.trim() === word ? "" : " "}
      </Fragment>
    ))}
  </>
);

/** Warning sign of an event that conflicts with another. */
export function ConflictMark() {
  return (
    <svg className="conflict-mark" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M8 1.5 15 14H1Z" />
      <path className="conflict-sign" d="M8 6v4M8 11.6v1" />
    </svg>
  );
}
