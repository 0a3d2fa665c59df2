import { useEffect, useState } from "preact/hooks";
import { problemOf } from "../elements/use-action.tsx";
import { ask } from "../server/api.ts";
import type { Loaded } from "../elements/loaded.ts";
import { namespace } from "./store.ts";

type Query = Parameters<typeof ask>[1];

/** Asks a question about the shown graph or subgraph, and again when its parts change. Null asks nothing. Keeps the last answer until then. */
export function useAnswer<Answer>(question: string, query: Query | null): Loaded<Answer> {
  return useOuterAnswer(question, query === null ? null : { ...query, namespace: namespace.value });
}

/** Asks a question about the graph itself. */
export function useOuterAnswer<Answer>(question: string, query: Query | null): Loaded<Answer> {
  const [loaded, setLoaded] = useState<Loaded<Answer>>({ value: null, problem: null, isLoading: true });
  const key = JSON.stringify(query);
  useEffect(() => {
    if (query === null) return undefined;
    const control = new AbortController();
    setLoaded(({ value }) => ({ value, problem: null, isLoading: true }));
    ask<Answer>(question, query, control.signal).then(
      (value) => setLoaded({ value, problem: null, isLoading: false }),
      (error: unknown) => {
        if (!control.signal.aborted) setLoaded({ value: null, problem: problemOf(error), isLoading: false });
      },
    );
    return () => control.abort();
  }, [question, key]);
  return loaded;
}
