/** Steps and edges that the diagram of a flow shows. */
type DrawnSteps = Readonly<
  Record<string, { readonly next?: readonly { readonly to: string; readonly because: string }[] }>
>;

/**
 * Renders a flow as Mermaid text, with the reasons at the edges and an end after each step without edges.
 *
 * @internal
 */
export function flowDiagram(start: string, steps: DrawnSteps): string {
  const names = Object.keys(steps);
  // Mermaid ids must be words; step names may contain any character.
  const idOf = (step: string): string => `step${names.indexOf(step)}`;
  const lines = names.map((step) => `  ${idOf(step)}["${escapeText(step)}"]`);
  const edges = Object.entries(steps).flatMap(([step, { next = [] }]) =>
    next.length === 0
      ? [`  ${idOf(step)} --> finish`]
      : next.map(({ to, because }) => `  ${idOf(step)} -->|"${escapeText(because)}"| ${idOf(to)}`),
  );
  const ends = edges.some((line) => line.endsWith("finish")) ? ["  finish((end))"] : [];
  return ["flowchart TD", "  begin((start))", ...lines, ...ends, `  begin --> ${idOf(start)}`, ...edges, ""].join("\n");
}

const escapeText = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/\s+/g, " ");
