import type { PageView } from "@tidemark/web/view";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { CalendarData, ShownEvent } from "../src/page/calendar-data.ts";
import type { ViewName } from "./controls.ts";
import { EventDetails } from "./event-details.tsx";
import { ExportButton } from "./export-button.tsx";
import { Filters } from "./filters.tsx";
import { ImportButton } from "./import-button.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useCalendar } from "./use-calendar.tsx";

/** Time between two attempts to read the calendar while the server does not answer. */
const RETRY_MS = 3000;

/** Width below which a week is shown as two days. */
const NARROW = 640;

/** The calendar: toolbar, filters, the open question, and the events of the shown days. */
export function CalendarPage({ page }: { readonly page: PageView }) {
  const root = useRef<HTMLDivElement>(null);
  const { data, isCurrent, problem, load } = useData(page);
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
  const { place, title, controls, drawn } = useCalendar({
    data,
    events,
    view,
    isNarrow: isNarrow ?? false,
    load,
    open,
    openDay,
  });
  const asked = usePage(page, askedQuestions);
  const isBusy = usePage(page, isRunning);
  const proposedAt = data?.proposedAt ?? null;
  useEffect(() => {
    // A new proposal is brought into view, and also an old one in another view.
    const stays = staysThere.current;
    staysThere.current = false;
    if (asked !== "" && proposedAt !== null && !stays) controls.show(proposedAt);
  }, [asked, proposedAt, controls, view]);
  return (
    <div className={isNarrow === true ? "calendar calendar-narrow" : "calendar"} ref={root}>
      <Toolbar
        title={title}
        view={view}
        isNarrow={isNarrow ?? false}
        onView={choose}
        controls={controls}
        undo={data?.undo ?? null}
        isBusy={isBusy}
        isAsked={asked !== ""}
        onUndo={() => page.say("undo")}
      >
        <ImportButton page={page} isAsked={asked !== ""} onDone={() => void load()} show={controls.show} />
        <ExportButton page={page} />
      </Toolbar>
      {data !== null && <Filters data={data} chosen={filter} onChange={setFilter} />}
      {problem === "away" && (
        <p className="calendar-problem" role="status">
          The server cannot be reached. This is the calendar as it was.
        </p>
      )}
      {problem === "broken" && (
        <p className="calendar-problem" role="status">
          The calendar could not be read. <button onClick={() => void load()}>Try again</button>
        </p>
      )}
      <div className={isCurrent ? "calendar-days" : "calendar-days calendar-pending"}>
        <div ref={place}>{drawn}</div>
        {data === null && problem === null && (
          <div className="calendar-skeleton" role="status">
            <span className="hidden">Loading the calendar …</span>
          </div>
        )}
        {!isCurrent && problem !== null && <p className="calendar-unloaded">These days are not loaded.</p>}
      </div>
      {data !== null && <EventDetails event={opened} data={data} onClose={() => open(null)} page={page} />}
    </div>
  );
}

const askedQuestions = (page: PageView): string =>
  page
    .questions()
    .map(({ interruptId }) => interruptId)
    .join(" ");

const isRunning = (page: PageView): boolean => page.running();

/** A value of the page around the calendar. Reading one while it renders would miss changes that nothing else renders. */
function usePage<Value>(page: PageView, read: (page: PageView) => Value): Value {
  const subscribe = useCallback((listener: () => void) => page.onChange(listener), [page]);
  return useSyncExternalStore(subscribe, () => read(page));
}

interface LoadedData {
  readonly data: CalendarData | null;
  /** True if the data has all the days that were last asked for. */
  readonly isCurrent: boolean;
  /** `away` while the server cannot be reached, which the page says too; null without a problem. */
  readonly problem: "away" | "broken" | null;
  /** Reads the data of a range, of the last one by default. */
  readonly load: (range?: Range) => Promise<void>;
}

function useData(page: PageView): LoadedData {
  const [loaded, setLoaded] = useState<{ readonly data: CalendarData; readonly range: Range } | null>(null);
  const [asked, setAsked] = useState<Range>({});
  const [problem, setProblem] = useState<LoadedData["problem"]>(null);
  const last = useRef<{ range: Range; number: number }>({ range: {}, number: 0 });
  const load = useCallback(
    async (range = last.current.range): Promise<void> => {
      const number = last.current.number + 1;
      last.current = { range, number };
      setAsked(range);
      try {
        const found = await page.data({ ...range });
        if (last.current.number !== number) return;
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `calendarData` of the same application wrote it
        setLoaded({ data: found as CalendarData, range });
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
  return { data: loaded?.data ?? null, isCurrent: loaded !== null && isWithin(asked, loaded.range), problem, load };
}

/** Days of a query, the last one excluded. The first query leaves them to the server. */
interface Range {
  readonly from?: string;
  readonly to?: string;
}

const isWithin = (inner: Range, outer: Range): boolean =>
  inner === outer || ((outer.from ?? "~") <= (inner.from ?? "") && (inner.to ?? "~") <= (outer.to ?? ""));

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
