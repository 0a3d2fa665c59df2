/** The ways of a flow, as far as they are drawn. */
type DrawnSteps = Readonly<
  Record<string, { readonly next?: readonly { readonly to: string; readonly because: string }[] }>
>;

/**
 * Draws a flow as Mermaid text: the steps in their order, the ways with their reasons, an end wherever no way leads on.
 *
 * @internal
 */
export function flowDiagram(start: string, steps: DrawnSteps): string {
  const names = Object.keys(steps);
  // Ids of Mermaid are words; the names of steps may be anything.
  const idOf = (step: string): string => `step${names.indexOf(step)}`;
  const lines = names.map((step) => `  ${idOf(step)}["${escaped(step)}"]`);
  const ways = Object.entries(steps).flatMap(([step, { next = [] }]) =>
    next.length === 0
      ? [`  ${idOf(step)} --> finish`]
      : next.map(({ to, because }) => `  ${idOf(step)} -->|"${escaped(because)}"| ${idOf(to)}`),
  );
  const ends = ways.some((line) => line.endsWith("finish")) ? ["  finish((end))"] : [];
  return ["flowchart TD", "  begin((start))", ...lines, ...ends, `  begin --> ${idOf(start)}`, ...ways, ""].join("\n");
}

const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/\s+/g, " ");
