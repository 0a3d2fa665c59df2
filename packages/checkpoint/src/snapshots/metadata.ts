import { withoutLease } from "../kernel/lease-names.ts";
import { strictSerializer } from "../serializer/strict-serializer.ts";

/** LangGraph owns metadata: it contains no classes of the application. */
const serializer = strictSerializer();

/** The metadata that a text contains. */
export const metadataIn = (text: string): object => Object.assign({}, serializer.parse(text));

/** Metadata text without the lease that it was written under: a copy is written under none. */
export function unfenced(metadata: string): string {
  const found = metadataIn(metadata);
  const rest = withoutLease(found);
  return rest === found ? metadata : serializer.stringify(rest);
}

/** The checkpoint of the outer graph that a checkpoint of a subgraph belongs to, if its metadata says. */
export function outerOf(metadata: unknown): string | null {
  const parents: unknown = Reflect.get(Object(metadata), "parents");
  const outer: unknown = Reflect.get(Object(parents), "");
  return typeof outer === "string" ? outer : null;
}
