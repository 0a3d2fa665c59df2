import type { StrictSerializer } from "../serializer/strict-serializer.ts";

/** True if metadata, given as text, has all entries of a filter. Null for a filter without entries. */
export function metadataFilter(
  filter: Readonly<Record<string, unknown>> | undefined,
  serializer: StrictSerializer,
): ((metadata: string) => boolean) | null {
  const entries = Object.entries(filter ?? {}).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return null;
  const isEqual = (one: unknown, other: unknown): boolean =>
    Object.is(one, other) || serializer.stringify(one) === serializer.stringify(other);
  return (text) => {
    const metadata: object = Object.assign({}, serializer.parse(text));
    return entries.every(([key, value]) => Object.hasOwn(metadata, key) && isEqual(Reflect.get(metadata, key), value));
  };
}
