import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { type GraphEdge, layeredLayout } from "./layered-layout.ts";

/** Box of a drawn graph. */
export interface DrawnNode {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  /** Classes that say what state it has. */
  readonly kind: string;
  /** Sign before the title, for people who do not see the color. */
  readonly sign?: string;
  readonly onChoose?: (() => void) | undefined;
}

/** Line of a drawn graph. */
export interface DrawnEdge extends GraphEdge {
  readonly isOn: boolean;
  readonly label?: string;
}

const BOX = { width: 148, height: 30 };
const CELL = { width: 160, height: 48 };
const EDGE = 4;
/** Pixels by which a line from a box to itself bends. */
const LOOP = 14;
/** Smallest scale of a graph that is wider than its room. A wider one is scrolled. */
const SMALLEST = 0.65;
/** Room for each line that goes back, beside all boxes. */
const BACK = 6;

/** A graph in layers from top to bottom. Its boxes are buttons, in the order of the layers. */
export function GraphView({
  label,
  nodes,
  edges,
  children,
}: {
  readonly label: string;
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  readonly children?: ComponentChildren;
}) {
  const placed = layeredLayout(
    nodes.map(({ key }) => key),
    edges,
    CELL,
  );
  const places = new Map(placed.nodes.map((node) => [node.name, node]));
  const byKey = new Map(nodes.map((node) => [node.key, node]));
  const back = edges.filter(({ from, to }) => from !== to && isBack(places.get(from), places.get(to)));
  const right = placed.width - CELL.width + BOX.width + 2 * EDGE;
  const isLooped = edges.some(({ from, to }) => from === to && places.has(from));
  const width = right + Math.max(isLooped ? LOOP : 0, back.length > 0 ? BACK * (back.length + 1) : 0);
  const height = placed.height - CELL.height + BOX.height + 2 * EDGE;
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(width);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const zoom = Math.max(SMALLEST, Math.min(1, room / width));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
    <div class="graph" ref={box} role="region" aria-label={label} tabIndex={0}>
      <div class="graph-all" style={{ width: `${width}px`, height: `${height}px`, zoom }}>
        <svg width={width} height={height} aria-hidden="true">
          {edges
            // Lines of the path are drawn above the others.
            .toSorted((one, other) => Number(one.isOn) - Number(other.isOn))
            .map((edge) => {
              const [start, end] = [places.get(edge.from), places.get(edge.to)];
              if (start === undefined || end === undefined) return null;
              const track = right + BACK * (back.indexOf(edge) + 0.5);
              const line =
                start === end ? loopOf(start) : isBack(start, end) ? backLine(start, end, track) : lineOf(start, end);
              return <path key={`${edge.from} ${edge.to}`} class={edge.isOn ? "edge on" : "edge"} d={line} />;
            })}
        </svg>
        {placed.nodes.map(({ name, x, y }) => {
          const node = byKey.get(name);
          if (node === undefined) return null;
          const style = {
            left: `${x + EDGE}px`,
            top: `${y + EDGE}px`,
            width: `${BOX.width}px`,
            height: `${BOX.height}px`,
          };
          return (
            <button
              key={name}
              type="button"
              class={`box ${node.kind}`}
              style={style}
              title={node.note === "" ? node.title : `${node.title} · ${node.note}`}
              aria-label={node.note === "" ? node.title : `${node.title}, ${node.note}`}
              aria-disabled={node.onChoose === undefined ? "true" : undefined}
              onClick={() => node.onChoose?.()}
            >
              <span class="box-title">
                {node.sign === undefined ? null : <span class="box-sign">{node.sign}</span>}
                {node.title}
              </span>
            </button>
          );
        })}
      </div>
      {children}
    </div>
  );
}

type Place = { readonly x: number; readonly y: number; readonly layer: number };

const isBack = (start: Place | undefined, end: Place | undefined): boolean =>
  start !== undefined && end !== undefined && end.layer <= start.layer;

/** A curve from the bottom of a box to the top of another one. */
function lineOf(start: Place, end: Place): string {
  const [x, y] = [start.x + BOX.width / 2 + EDGE, start.y + BOX.height + EDGE];
  const [toX, toY] = [end.x + BOX.width / 2 + EDGE, end.y + EDGE];
  const middle = (y + toY) / 2;
  return `M${x},${y}C${x},${middle} ${toX},${middle} ${toX},${toY}`;
}

/** A line from a box to itself, in the room between it and the next one. */
function loopOf({ x, y }: Place): string {
  const right = x + BOX.width + EDGE;
  const [begin, end] = [y + BOX.height * 0.75 + EDGE, y + BOX.height * 0.25 + EDGE];
  return `M${right},${begin}C${right + LOOP},${begin} ${right + LOOP},${end} ${right},${end}`;
}

/** A line from the right of a box to the right of one that is not below it, beside all boxes. */
function backLine(start: Place, end: Place, track: number): string {
  const [x, y] = [start.x + BOX.width + EDGE, start.y + BOX.height * 0.65 + EDGE];
  const [toX, toY] = [end.x + BOX.width + EDGE, end.y + BOX.height * 0.35 + EDGE];
  return `M${x},${y}C${track},${y} ${track},${y} ${track},${y - 12}L${track},${toY + 12}C${track},${toY} ${track},${toY} ${toX},${toY}`;
}
