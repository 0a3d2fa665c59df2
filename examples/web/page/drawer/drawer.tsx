import { useEffect, useRef, useState } from "preact/hooks";
import type { FieldView, ThreadDetails } from "../../src/api.ts";
import { CrossIcon } from "../icons.tsx";
import { readDetails } from "../thread/connection.ts";
import type { ShownThread } from "../thread/use-thread.ts";
import { ActivityPart } from "./activity-part.tsx";
import { FieldPart } from "./field-part.tsx";
import { PlanPart } from "./plan-part.tsx";

interface DrawerProps {
  readonly fields: readonly FieldView[];
  readonly threadId: string;
  readonly thread: ShownThread;
  readonly close: () => void;
}

/** The state of the conversation, for developers: plan, activity, and fields with their authors. */
export function Drawer({ fields, threadId, thread, close }: DrawerProps) {
  const [details, setDetails] = useState<ThreadDetails | null>(null);
  const [isAway, setAway] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const place = useRef<HTMLElement>(null);
  const { revision, running, steps, connection } = thread;
  // A step that ends has stored its result.
  const stepsDone = steps.filter(({ state }) => state === "done").length;
  useEffect(() => {
    let active = true;
    const load = async (): Promise<void> => {
      try {
        const found = await readDetails(threadId);
        if (!active) return;
        setDetails(found);
        setAway(false);
      } catch {
        if (active) setAway(true);
      }
    };
    void load();
    return () => {
      active = false;
    };
  }, [threadId, revision, running, stepsDone, connection, attempt]);
  useEffect(() => place.current?.focus(), []);
  return (
    <aside
      id="details"
      class="drawer"
      aria-label="State of the conversation"
      tabIndex={-1}
      ref={place}
      onKeyDown={({ key }) => {
        if (key !== "Escape") return;
        close();
        document.querySelector<HTMLElement>("[aria-controls=details]")?.focus();
      }}
    >
      <header>
        <h2>State</h2>
        <code>{threadId}</code>
        <button type="button" class="icon-button" aria-label="Close" onClick={close}>
          <CrossIcon />
        </button>
      </header>
      {details === null ? (
        <p class="quiet" role="status">
          {isAway ? "The state could not be loaded. " : "Loading the state …"}
          {isAway && (
            <button type="button" class="link" onClick={() => setAttempt(attempt + 1)}>
              Try again
            </button>
          )}
        </p>
      ) : (
        <>
          <PlanPart details={details} thread={thread} />
          <ActivityPart activity={details.activity} />
          <FieldPart fields={fields} values={details.values} writtenBy={details.writtenBy} />
        </>
      )}
    </aside>
  );
}
