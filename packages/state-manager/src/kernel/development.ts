import type { StateDeclaration } from "@tidemark/core-state";
import { findNewNonJson, formatPath, isDevelopment } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { type Clock, millisecondsOf, systemClock } from "./clock.ts";
import { stateManagerErrors } from "./errors.ts";
import { firstMutation, recordReferences } from "./mutation.ts";

/**
 * Checks that run around a node outside production.
 *
 * Each of these throws a typed error with node, field and path: a value changed in place, an input value that is not plain JSON,
 * a field over its limit, and a reducer that returns a new object for an undefined update. The values that a node returns are
 * always checked, even in production.
 */
export interface DevelopmentChecks<State extends StateDeclaration = StateDeclaration> {
  /** Enables the checks. Defaults to true unless `NODE_ENV` is `production`. */
  readonly enabled?: boolean;
  /** Fields to skip. */
  readonly ignore?: readonly (keyof State["fields"] & string)[];
  /** Maximum size of each field. */
  readonly limits?: { readonly [Name in keyof State["fields"]]?: FieldLimit };
  /** Receives one message per node whose checks take longer than `slow`. Defaults to `console.warn`. */
  readonly report?: (message: string) => void;
  /** Duration in milliseconds after which checks are reported as slow. Defaults to 32. */
  readonly slow?: number;
  /** Clock that measures the checks. Defaults to the system clock. */
  readonly clock?: Pick<Clock, "now">;
}

/** Maximum size of a field. */
export interface FieldLimit {
  /** Entries of a list or a record. */
  readonly entries?: number;
  /** Bytes of UTF-8 JSON. */
  readonly bytes?: number;
}

/** A node and the checks that run around it. */
interface Watched<State extends StateDeclaration> {
  readonly node: string;
  readonly checks: DevelopmentChecks<State>;
}

type Values = Readonly<Record<string, unknown>>;

/** Ends the checks of one run. Throws for a value that the node changed in place. */
type EndWatch = () => void;

/**
 * Creates the development checks of a node, or null when they are disabled.
 *
 * Call the result before each run of the node, and the function that it returns after the run.
 *
 * @internal
 */
export function watchNode<State extends StateDeclaration>(
  state: State,
  { node, checks }: Watched<State>,
): ((values: object) => EndWatch) | null {
  if (!(checks.enabled ?? isDevelopment())) return null;
  const { clock = systemClock, report = warn, slow = 32, limits = {} } = checks;
  const ignored: ReadonlySet<string> = new Set(checks.ignore);
  // Messages are LangGraph's own objects. They are not JSON, and LangGraph changes them in place.
  const fields = Object.values(state.fields).filter(({ name, holds }) => holds === "json" && !ignored.has(name));
  for (const { name, reducer, default: makeDefault } of fields)
    assertKeepsIdentity({ node, field: name }, reducer, makeDefault);
  let reported = false;
  return (given) => {
    const values: Values = { ...given };
    const start = millisecondsOf(clock.now());
    const watched = Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
    assertStorable(node, watched, limits);
    const recorded = recordReferences(watched, checked);
    const duration = millisecondsOf(clock.now()) - start;
    return () => {
      const mutation = firstMutation(recorded);
      if (mutation !== null) throw stateManagerErrors.mutatedValue({ node, at: formatPath(mutation) });
      if (duration <= slow || reported) return;
      reported = true;
      report(
        `The development checks of "${node}" took ${duration} ms. Add large fields to \`ignore\`, or set NODE_ENV to production.`,
      );
    };
  };
}

/** Values that have passed the checks and cannot change: most of a state, at most nodes. */
const checked = new WeakSet<object>();

function warn(message: string): void {
  // oxlint-disable-next-line eslint/no-console -- nobody else hears of slow checks by default
  console.warn(message);
}

type Place = { readonly node: string; readonly field: string };

/** Requires that the reducer keeps the value's identity when nothing changes: savers and comparisons rely on it. */
function assertKeepsIdentity({ node, field }: Place, reduce: Reduce | undefined, makeDefault: () => unknown): void {
  if (reduce === undefined) return;
  const current = makeDefault();
  let next: unknown;
  try {
    next = reduce(current, undefined);
  } catch {
    return;
  }
  if (typeof current === "object" && current !== null && next !== current && sameText(next, current)) {
    throw stateManagerErrors.reducerWithoutIdentity({ node, field });
  }
}

type Reduce = (current: unknown, update: unknown) => unknown;

const sameText = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function assertStorable(node: string, values: Values, limits: Readonly<Record<string, FieldLimit | undefined>>): void {
  for (const [field, value] of Object.entries(values)) {
    // A graph outside of Tidemark may have no value for a field.
    if (value === undefined) continue;
    const found = findNewNonJson({ [field]: value }, (part) => checked.has(part));
    if (found !== null) throw stateManagerErrors.unstorableValue({ node, at: found.at, found: found.found });
  }
  for (const [field, limit] of Object.entries(limits)) {
    const value = values[field];
    if (limit === undefined || value === undefined) continue;
    const entries = Array.isArray(value) ? value.length : isPlainRecord(value) ? Object.keys(value).length : 0;
    if (limit.entries !== undefined && entries > limit.entries) {
      throw stateManagerErrors.overLimit({
        node,
        field,
        size: `${entries} entries`,
        limit: `${limit.entries} entries`,
      });
    }
    const bytes = limit.bytes === undefined ? 0 : new TextEncoder().encode(JSON.stringify(value)).length;
    if (limit.bytes !== undefined && bytes > limit.bytes) {
      throw stateManagerErrors.overLimit({ node, field, size: `${bytes} bytes`, limit: `${limit.bytes} bytes` });
    }
  }
}
