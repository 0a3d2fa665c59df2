import { type ContextData } from "@tidemark/reducers";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { type AnyContext, lookUp, placesOf } from "./lookup.ts";
import type { ContextMeta } from "./meta.ts";
import type { ContextPlace, ContextRegistry } from "./registry.ts";
import { jsonKind } from "../kernel/json-kind.ts";

/** Options of `describeAccess`. */
export interface AccessDescriptionOptions {
  /** Types to describe. Defaults to all. */
  readonly types?: readonly string[] | undefined;
  /** Maximum number of contexts per type; the newest are kept. Defaults to 50. */
  readonly mostPerType?: number;
}

/** Maximum number of named fields per context. Further ones are only counted. */
const MAX_FIELDS = 10;

/**
 * Describes the available contexts for a planner: the purpose of each type, and the reference for `inputs`, the fields and the
 * origin of each context. Names are written as JSON, so a key cannot contain line breaks. Values are not included.
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
  const described = [...byType].filter(([type]) => types === undefined || types.includes(type));
  if (described.length === 0) return "No relevant context data available for the specified context filter.";
  return described
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
  const left = fields.length - MAX_FIELDS;
  return [...fields.slice(0, MAX_FIELDS), ...(left > 0 ? [`${left} more fields`] : [])].join(", ");
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
  return parts.length === 0 ? "" : `; stored ${parts.join(", ")}`;
}
