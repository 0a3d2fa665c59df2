import type { ComponentChildren } from "preact";
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

const BOX = { width: 148, height: 44 };
const CELL = { width: 196, height: 60 };
const EDGE = 4;

/** A graph in layers from left to right. Its boxes are buttons, in the order of the layers. */
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
  const width = placed.width - CELL.width + BOX.width + 2 * EDGE;
  const back = edges.filter(({ from, to }) => isBack(places.get(from), places.get(to))).length;
  const height = placed.height + (back > 0 ? 22 : 0);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reachable by keyboard
    <div class="graph" role="region" aria-label={label} tabIndex={0}>
      <div class="graph-all" style={{ width: `${width}px`, height: `${height}px` }}>
        <svg width={width} height={height} aria-hidden="true">
          {edges.map(({ from, to, isOn }) => {
            const [start, end] = [places.get(from), places.get(to)];
            if (start === undefined || end === undefined) return null;
            return <path key={`${from} ${to}`} class={isOn ? "edge on" : "edge"} d={lineOf(start, end, height)} />;
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
              aria-disabled={node.onChoose === undefined ? "true" : undefined}
              onClick={() => node.onChoose?.()}
            >
              <span class="box-title">
                {node.sign === undefined ? null : <span class="box-sign">{node.sign}</span>}
                {node.title}
              </span>
              <span class="box-note">{node.note}</span>
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

/** A curve from the right of a box to the left of another one. A line that goes back runs below all boxes. */
function lineOf(start: Place, end: Place, height: number): string {
  const [x, y] = [start.x + BOX.width + EDGE, start.y + BOX.height / 2 + EDGE];
  const [toX, toY] = [end.x + EDGE, end.y + BOX.height / 2 + EDGE];
  if (!isBack(start, end)) {
    const middle = (x + toX) / 2;
    return `M${x},${y}C${middle},${y} ${middle},${toY} ${toX},${toY}`;
  }
  const low = height - 4;
  return `M${x},${y}C${x + 24},${y} ${x + 24},${low} ${x - 20},${low}L${toX + 20},${low}C${toX - 24},${low} ${toX - 24},${toY} ${toX},${toY}`;
}
