import { type ContextData } from "@tidemark/reducers";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { type AnyContext, lookUp, placesOf } from "./lookup.ts";
import type { ContextMeta } from "./meta.ts";
import type { ContextPlace, ContextRegistry } from "./registry.ts";
import { jsonKind } from "../kernel/json-kind.ts";

/** Which contexts a prompt tells of. */
export interface AccessDescriptionOptions {
  /** Only contexts of these types. */
  readonly types?: readonly string[] | undefined;
  /** How many contexts of a type are told of, the newest ones; 50 if not said. */
  readonly mostPerType?: number;
}

/** More fields of a context than this are counted, not named. */
const MOST_FIELDS = 10;

/**
 * Tells a planner which contexts there are: per type what it is for, per context how to name it in `inputs`, its fields, and
 * where it comes from. Names are written as JSON, so that what a key says stays on its line, and no value is told.
 */
export function describeAccess(
  source: { readonly registry: ContextRegistry; readonly data: ContextData },
  { types, mostPerType = 50 }: AccessDescriptionOptions,
): string {
  const byType = new Map<string, ContextPlace[]>();
  for (const place of placesOf(source.data)) {
    const places = byType.get(place.type);
    if (places === undefined) byType.set(place.type, [place]);
    else places.push(place);
  }
  if (byType.size === 0) return "No context data available.";
  const told = [...byType].filter(([type]) => types === undefined || types.includes(type));
  if (told.length === 0) return "No relevant context data available for the specified context filter.";
  return told
    .flatMap(([type, places]) => {
      const older = Math.max(0, places.length - mostPerType);
      const contexts = places.slice(older).map((place) => contextLine(lookUp(source.registry, source.data, place)));
      return [
        heading(source.registry, type),
        ...(older > 0 ? [`  (${older} older ones are not listed)`] : []),
        ...contexts,
      ];
    })
    .join("\n");
}

function heading({ schemas }: ContextRegistry, type: string): string {
  const purpose = Object.hasOwn(schemas, type) ? schemas[type]?.description : undefined;
  return `${JSON.stringify(type)}${purpose === undefined ? "" : `: ${purpose}`}`;
}

function contextLine(context: AnyContext): string {
  const reference = `  ${JSON.stringify({ [context.type]: context.key })}`;
  if (context.outcome === "invalid" || context.outcome === "missing") return `${reference}: cannot be read`;
  return `${reference}: ${fieldList(context.value)}${origin(context.meta)}`;
}

function fieldList(value: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(value).map(([name, each]) => `${plainName(name)} (${kindInShort(each)})`);
  if (fields.length === 0) return "no fields";
  const left = fields.length - MOST_FIELDS;
  return [...fields.slice(0, MOST_FIELDS), ...(left > 0 ? [`${left} more fields`] : [])].join(", ");
}

const plainName = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

function kindInShort(value: unknown): string {
  if (Array.isArray(value)) return `list of ${value.length}`;
  return isPlainRecord(value) ? "object" : jsonKind(value).replace("a ", "");
}

function origin(meta: ContextMeta | null): string {
  if (meta === null) return "";
  const { taskObjective, producedBy, turnId, stepIndex, createdAt } = meta;
  const parts = [
    taskObjective === undefined ? null : `for ${JSON.stringify(taskObjective)}`,
    producedBy === undefined ? null : `by ${JSON.stringify(producedBy)}`,
    turnId === undefined ? null : `in turn ${JSON.stringify(turnId)}`,
    stepIndex === undefined ? null : `step ${stepIndex + 1}`,
    createdAt === undefined ? null : `at ${createdAt}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? "" : `; found ${parts.join(", ")}`;
}
