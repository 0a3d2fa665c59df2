import { AbstractAgent, type Message } from "@ag-ui/client";
import type { AGUIEvent } from "@ag-ui/core";
import { createRequire } from "node:module";

type Events = ReturnType<AbstractAgent["run"]>;

/** Library that provides the observables of AG-UI's client. */
interface ObservableLibrary {
  readonly Observable: new (
    subscribe: (subscriber: { next: (event: unknown) => void; complete: () => void }) => void,
  ) => Events;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a transitive dependency without accessible types
const { Observable } = createRequire(import.meta.resolve("@ag-ui/client"))("rxjs") as ObservableLibrary;

/** AG-UI's client with recorded events, which it verifies and applies as in a browser. */
class Replayed extends AbstractAgent {
  readonly #events: readonly AGUIEvent[];

  constructor(events: readonly AGUIEvent[]) {
    super({ threadId: "ann" });
    this.#events = events;
  }

  override run(): Events {
    return new Observable((subscriber) => {
      // Through JSON, as over HTTP.
      for (const event of this.#events) subscriber.next(JSON.parse(JSON.stringify(event)));
      subscriber.complete();
    });
  }
}

/** Final state and messages of the client. */
export interface Replay {
  readonly state: Readonly<Record<string, unknown>>;
  readonly messages: readonly Message[];
  readonly interrupts: readonly unknown[];
}

/** Lets AG-UI's client verify and apply the events of a run. Rejects if the client refuses the stream. */
export async function replay(events: readonly AGUIEvent[]): Promise<Replay> {
  const agent = new Replayed(events);
  const warnings: string[] = [];
  // oxlint-disable-next-line eslint/no-console -- replaced to observe warnings
  const warn = console.warn;
  // The client only warns about a patch that cannot be applied, and continues with a wrong state.
  // oxlint-disable-next-line eslint/no-console -- replaced to observe warnings
  console.warn = (...words: readonly unknown[]) => warnings.push(words.join(" "));
  try {
    await agent.runAgent({ runId: "run-1" });
  } finally {
    // oxlint-disable-next-line eslint/no-console -- restored
    console.warn = warn;
  }
  if (warnings.length > 0) throw new Error(warnings.join("\n"));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- AG-UI types its state as `any`
  const state = agent.state as Replay["state"];
  return { state, messages: agent.messages, interrupts: agent.pendingInterrupts };
}
