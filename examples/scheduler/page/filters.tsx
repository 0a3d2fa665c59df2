import type { CalendarData } from "../src/page/calendar-data.ts";

interface FiltersProps {
  readonly data: CalendarData;
  /** Ids of the chosen people and resources; empty for all. */
  readonly chosen: ReadonlySet<string>;
  readonly onChange: (chosen: ReadonlySet<string>) => void;
}

/** Switches that limit the calendar to people and resources; also the key to the colors. */
export function Filters({ data, chosen, onChange }: FiltersProps) {
  const toggle = (id: string): void => {
    const changed = new Set(chosen);
    if (!changed.delete(id)) changed.add(id);
    onChange(changed);
  };
  const chip = ({ id, name }: CalendarData["people"][number], color: string) => (
    <button key={id} className={`calendar-chip ${color}`} aria-pressed={chosen.has(id)} onClick={() => toggle(id)}>
      {name}
    </button>
  );
  return (
    <div className="calendar-filters" role="group" aria-label="Show only">
      {data.people.map((person, index) => chip(person, `who-${index % 8}`))}
      <span className="calendar-gap" />
      {data.resources.map((resource) => chip(resource, "thing"))}
      {/* Without a filter its place stays empty, so that nothing moves when it appears. */}
      <button
        className={chosen.size > 0 ? "calendar-chip calendar-all" : "calendar-chip calendar-all calendar-unused"}
        onClick={() => onChange(new Set())}
      >
        Show all
      </button>
    </div>
  );
}
