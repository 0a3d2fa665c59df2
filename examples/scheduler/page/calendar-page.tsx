import type { PageView } from "@tidemark/web/view";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { CalendarData, ShownEvent } from "../src/page/calendar-data.ts";
import type { ViewName } from "./controls.ts";
import { EventDetails } from "./event-details.tsx";
import { Filters } from "./filters.tsx";
import { ImportButton } from "./import-button.tsx";
import { QuestionBar } from "./question-bar.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useCalendar } from "./use-calendar.tsx";

/** Time between two attempts to read the calendar while the server does not answer. */
const RETRY_MS = 3000;

/** Width below which a week is shown as two days. */
const NARROW = 640;

/** The calendar: toolbar, filters, the open question, and the events of the shown days. */
export function CalendarPage({ page }: { readonly page: PageView }) {
  const root = useRef<HTMLDivElement>(null);
  const { data, problem, load } = useData(page);
  const isNarrow = useNarrow(root);
  const [chosen, choose] = useState<ViewName | null>(null);
  const [filter, setFilter] = useState<ReadonlySet<string>>(new Set());
  const [opened, open] = useState<ShownEvent | null>(null);
  const fitting = chosen === "month" && isNarrow === true ? null : chosen;
  const view = fitting ?? (isNarrow === true ? "agenda" : "week");
  const staysThere = useRef(false);
  const openDay = (): void => {
    staysThere.current = view !== "day";
    choose("day");
  };
  const events = (data?.events ?? []).filter(
    ({ people, resources }) => filter.size === 0 || [...people, ...resources].some((id) => filter.has(id)),
  );
  const { place, title, controls } = useCalendar({
    data,
    events,
    view,
    isNarrow: isNarrow ?? false,
    load,
    open,
    openDay,
  });
  const asked = page
    .questions()
    .map(({ interruptId }) => interruptId)
    .join(" ");
  const proposedAt = data?.proposedAt ?? null;
  useEffect(() => {
    // A new proposal is brought into view, and also an old one in another view.
    const stays = staysThere.current;
    staysThere.current = false;
    if (asked !== "" && proposedAt !== null && !stays) controls.show(proposedAt);
  }, [asked, proposedAt, controls, view]);
  return (
    <div class={isNarrow === true ? "calendar calendar-narrow" : "calendar"} ref={root}>
      <Toolbar
        title={title}
        view={view}
        isNarrow={isNarrow ?? false}
        onView={choose}
        controls={controls}
        undo={data?.undo ?? null}
        isBusy={page.running()}
        onUndo={() => page.say("undo")}
      >
        <ImportButton page={page} onDone={() => void load()} show={controls.show} />
      </Toolbar>
      {data !== null && <Filters data={data} chosen={filter} onChange={setFilter} />}
      <QuestionBar page={page} />
      <div class="calendar-days" ref={place} />
      {problem === "away" && (
        <p class="calendar-problem calendar-over" role="status">
          The server cannot be reached. This is the calendar as it was.
        </p>
      )}
      {problem === "broken" && (
        <p class="calendar-problem calendar-over" role="status">
          The calendar could not be read. <button onClick={() => void load()}>Try again</button>
        </p>
      )}
      {data !== null && (
        <EventDetails event={opened} data={data} onClose={() => open(null)} onDraft={(text) => page.draft(text)} />
      )}
    </div>
  );
}

interface LoadedData {
  readonly data: CalendarData | null;
  /** `away` while the server cannot be reached, which the page says too; null without a problem. */
  readonly problem: "away" | "broken" | null;
  /** Reads the data of a range, of the last one by default. */
  readonly load: (range?: Readonly<Record<string, string>>) => Promise<void>;
}

function useData(page: PageView): LoadedData {
  const [data, setData] = useState<CalendarData | null>(null);
  const [problem, setProblem] = useState<LoadedData["problem"]>(null);
  const last = useRef<{ range: Readonly<Record<string, string>>; number: number }>({ range: {}, number: 0 });
  const load = useCallback(
    async (range = last.current.range): Promise<void> => {
      const number = last.current.number + 1;
      last.current = { range, number };
      try {
        const found = await page.data(range);
        if (last.current.number !== number) return;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `calendarData` of the same application wrote it
        setData(found as CalendarData);
        setProblem(null);
      } catch {
        if (last.current.number === number) setProblem(page.online() ? "broken" : "away");
      }
    },
    [page],
  );
  useEffect(() => {
    void load();
    return page.onChange(() => void load());
  }, [page, load]);
  useEffect(() => {
    // The server may be back before anybody asks again.
    const retry = problem !== null ? setInterval(() => void load(), RETRY_MS) : undefined;
    return () => clearInterval(retry);
  }, [problem, load]);
  return { data, problem, load };
}

/** True if the element is too narrow for a week; null until it was measured. */
function useNarrow(element: { readonly current: HTMLElement | null }): boolean | null {
  const [isNarrow, setNarrow] = useState<boolean | null>(null);
  useEffect(() => {
    if (element.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      // A hidden view has no width.
      const width = entry?.contentRect.width ?? 0;
      if (width > 0) setNarrow(width < NARROW);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isNarrow;
}
