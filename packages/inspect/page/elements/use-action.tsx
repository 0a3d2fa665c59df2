import { useState } from "preact/hooks";

/** Reason of a refusal or a failure, for the person. */
export const problemOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Runs something that may fail, and keeps why it did until the next time. */
export function useAction() {
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  /** A function that returns null has nothing to wait for. */
  const act = (run: () => Promise<unknown> | null): void => {
    setProblem(null);
    let sent: Promise<unknown> | null;
    try {
      sent = run();
    } catch (error) {
      setProblem(problemOf(error));
      return;
    }
    if (sent === null) return;
    setBusy(true);
    sent.catch((error: unknown) => setProblem(problemOf(error))).finally(() => setBusy(false));
  };
  return { problem, isBusy, act, forget: () => setProblem(null) };
}

/** Says why something was refused. */
export function Refusal({ problem }: { readonly problem: string | null }) {
  return problem === null ? null : (
    <p class="refusal" role="alert">
      {problem}
    </p>
  );
}
