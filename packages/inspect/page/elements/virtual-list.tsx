import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** A list of which only the visible rows exist. All rows have the same height. */
export function VirtualList<Item>({
  items,
  rowHeight,
  selected,
  label,
  onShown,
  children,
}: {
  readonly items: readonly Item[];
  readonly rowHeight: number;
  /** Index of the row that must be visible. -1 for none. */
  readonly selected: number;
  readonly label: string;
  /** Called with the items that are in view. */
  readonly onShown?: (items: readonly Item[]) => void;
  readonly children: (item: Item, index: number) => ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(600);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const element = box.current;
    if (element === null || selected < 0) return;
    const begin = selected * rowHeight;
    if (begin < element.scrollTop) element.scrollTop = begin;
    else if (begin + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = begin + rowHeight - element.clientHeight;
  }, [selected, rowHeight]);
  const first = Math.max(0, Math.floor(top / rowHeight) - 6);
  const last = Math.min(items.length, Math.ceil((top + height) / rowHeight) + 6);
  useEffect(() => onShown?.(items.slice(first, last)), [items, first, last]);
  return (
    <div
      class="virtual"
      ref={box}
      role="listbox"
      aria-label={label}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div class="virtual-all" style={{ height: `${items.length * rowHeight}px` }}>
        <div class="virtual-shown" style={{ transform: `translateY(${first * rowHeight}px)` }}>
          {items.slice(first, last).map((item, index) => children(item, first + index))}
        </div>
      </div>
    </div>
  );
}
