import { findNonJson, type StateDeclaration } from "@tidemark/core-state";
import { formatPath } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { type Clock, millisecondsOf } from "./clock.ts";
import { isDevelopment } from "./environment.ts";
import { stateManagerErrors } from "./errors.ts";
import { firstMutation, noteReferences } from "./mutation.ts";

/**
 * What is checked of a node besides its updates, outside production.
 *
 * A value that the node changes in place, a value it was handed that is no plain JSON, a field over its limit, a reducer that
 * makes a new object of nothing: each throws a typed error that names node, field and place. (What a node returns is checked
 * everywhere, in production too: unknown fields, foreign writes, values that do not fit or are no JSON.)
 */
export interface DevelopmentChecks<State extends StateDeclaration = StateDeclaration> {
  /** Whether to check; when not said, everywhere but where `NODE_ENV` is `production`. */
  readonly enabled?: boolean;
  /** Fields that are not looked at. */
  readonly ignore?: readonly (keyof State["fields"] & string)[];
  /** How large a field may be: entries of a list or record, bytes of JSON. */
  readonly limits?: { readonly [Name in keyof State["fields"]]?: FieldLimit };
  /** Told once for each node when its checks take longer than `slow` milliseconds (32 when not said). */
  readonly report?: (message: string) => void;
  readonly slow?: number;
  readonly clock?: Pick<Clock, "now">;
}

/** How large a field may be. */
export interface FieldLimit {
  readonly entries?: number;
  /** Bytes of UTF-8 JSON. */
  readonly bytes?: number;
}

/** The node that is watched. */
interface Watched<State extends StateDeclaration> {
  readonly node: string;
  readonly checks: DevelopmentChecks<State>;
}

type Values = Readonly<Record<string, unknown>>;

/** Ends the observation of one run: throws for a value that the node changed in place. */
type EndWatch = () => void;

/**
 * Makes the development checks of a node: call the result before each run, and what that returns after it. Null where nothing is
 * checked.
 *
 * @internal
 */
export function watchNode<State extends StateDeclaration>(
  state: State,
  { node, checks }: Watched<State>,
): ((values: object) => EndWatch) | null {
  if (!(checks.enabled ?? isDevelopment())) return null;
  const ignored: ReadonlySet<string> = new Set(checks.ignore);
  // Messages are the host's own objects, which are no JSON and change by themselves.
  const fields = Object.values(state.fields).filter(({ name, holds }) => holds === "json" && !ignored.has(name));
  for (const { name, reducer, default: initial } of fields)
    assertKeepsIdentity({ node, field: name }, reducer, initial);
  let reported = false;
  return (given) => {
    const values: Values = { ...given };
    const start = checks.clock?.now();
    const watched = Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
    assertStorable(node, watched, checks.limits ?? {});
    const noted = noteReferences(watched);
    const looked = elapsed(start, checks.clock);
    return () => {
      const mutation = firstMutation(noted);
      if (mutation !== null) throw stateManagerErrors.mutatedValue({ node, at: formatPath(mutation) });
      const slow = checks.slow ?? 32;
      if (looked <= slow || reported) return;
      reported = true;
      checks.report?.(
        `The development checks of "${node}" took ${looked} ms. Put large fields into \`ignore\`, or set NODE_ENV to production.`,
      );
    };
  };
}

const elapsed = (start: string | undefined, clock: Pick<Clock, "now"> | undefined): number =>
  start === undefined || clock === undefined ? 0 : millisecondsOf(clock.now()) - millisecondsOf(start);

type Place = { readonly node: string; readonly field: string };

/** A fold that makes something new of nothing defeats every comparison by identity, and every saver that counts on it. */
function assertKeepsIdentity({ node, field }: Place, reduce: Reduce | undefined, initial: () => unknown): void {
  if (reduce === undefined) return;
  const current = initial();
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
  const found = findNonJson(values);
  if (found !== null && found.found !== "undefined") {
    throw stateManagerErrors.unstorableValue({ node, at: found.at, found: found.found });
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
