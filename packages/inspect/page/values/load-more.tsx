import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ValuePart } from "../../src/reader/value-parts.ts";
import type { Plain } from "../../src/values/plain-value.ts";
import type { ValuePath } from "../../src/values/value-diff.ts";
import type { ValueWindow, WindowedValue } from "../../src/values/value-window.ts";
import { useAction } from "../elements/use-action.tsx";
import { nextPart, windowAt, withPart } from "./merged-parts.ts";

/** Maximum number of parts that are asked for at once. */
const STEP = 100;

/** Asks for a part of a value. */
export type LoadPart = (
  path: ValuePath,
  range: { readonly from: number; readonly count: number },
) => Promise<ValuePart>;

/** What a value leaves out, and a function that shows more of it. */
interface Windows {
  readonly windows: readonly ValueWindow[];
  readonly more: ((window: ValueWindow) => Promise<void>) | null;
}

const NOTHING: Windows = { windows: [], more: null };

const WindowsOf = createContext<Windows>(NOTHING);

/** Shows values that leave out nothing inside of one that does. */
export const Alone = ({ children }: { readonly children: ComponentChildren }) => (
  <WindowsOf.Provider value={NOTHING}>{children}</WindowsOf.Provider>
);

/** What the value around a part leaves out. */
export const useWindows = (): Windows => useContext(WindowsOf);

/** Shows a value with the parts that were asked for. Begins again for another value. */
export function WithParts({
  value,
  windows,
  load,
  children,
}: WindowedValue & { readonly load: LoadPart; readonly children: (value: Plain) => ComponentChildren }) {
  const [shown, setShown] = useState<WindowedValue>({ value, windows });
  const box = useRef<HTMLDivElement>(null);
  /** Height of what was shown before earlier items came. */
  const height = useRef<number | null>(null);
  // A value that was read again and is the same keeps the parts that were asked for.
  const given = useRef({ value, text: "" });
  let now = shown;
  if (given.current.value !== value || given.current.text === "") {
    const text = JSON.stringify([value, windows]);
    const isOther = given.current.text !== "" && given.current.text !== text;
    given.current = { value, text };
    if (isOther) {
      now = { value, windows };
      setShown(now);
    }
  }
  const more = async (window: ValueWindow): Promise<void> => {
    const part = await load(window.path, nextPart(now, window, STEP));
    height.current = window.from > 0 ? (box.current?.scrollHeight ?? null) : null;
    setShown((before) => withPart(before, part));
  };
  useLayoutEffect(() => {
    const scroller = box.current?.closest(".detail-value");
    const before = height.current;
    height.current = null;
    // What a person reads stays where it is when earlier items come before it.
    if (before !== null && box.current !== null && scroller !== null && scroller !== undefined)
      scroller.scrollTop += box.current.scrollHeight - before;
  }, [now.value]);
  return (
    <WindowsOf.Provider value={{ windows: now.windows, more }}>
      <div ref={box}>{children(now.value)}</div>
    </WindowsOf.Provider>
  );
}

/** Shows more of what a window leaves out: when it is chosen, or comes into view while a person scrolls. */
export function LoadMore({
  path,
  shown,
  word,
}: {
  readonly path: ValuePath;
  readonly shown: number;
  readonly word: string;
}) {
  const { windows, more } = useWindows();
  const { problem, isBusy, act } = useAction();
  const box = useRef<HTMLButtonElement>(null);
  const window = windowAt(windows, path);
  const load = (): void => {
    if (window !== undefined && more !== null && !isBusy) act(() => more(window));
  };
  const loading = useRef(load);
  loading.current = load;
  useEffect(() => {
    const scroller = box.current?.closest(".detail-value");
    const look = (): void => {
      const [place, around] = [box.current?.getBoundingClientRect(), scroller?.getBoundingClientRect()];
      if (place === undefined || around === undefined) return;
      if (place.bottom >= around.top && place.top <= around.bottom) loading.current();
    };
    scroller?.addEventListener("scroll", look, { passive: true });
    return () => scroller?.removeEventListener("scroll", look);
  }, [window]);
  if (window === undefined) return null;
  const left = window.total - shown;
  if (more === null) return <p class="dim">{`${left.toLocaleString("en")} ${word} not loaded`}</p>;
  return (
    <>
      <button ref={box} type="button" class="more" aria-busy={isBusy} onClick={load}>
        {left.toLocaleString("en")} {word}
      </button>
      {problem === null ? null : <p class="dim">{problem}</p>}
    </>
  );
}
