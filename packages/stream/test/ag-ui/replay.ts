import { AbstractAgent, type Message } from "@ag-ui/client";
import type { AGUIEvent } from "@ag-ui/core";
import { createRequire } from "node:module";

type Events = ReturnType<AbstractAgent["run"]>;

/** Where AG-UI's client takes its observables from. */
interface ObservableLibrary {
  readonly Observable: new (
    subscribe: (subscriber: { next: (event: unknown) => void; complete: () => void }) => void,
  ) => Events;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a dependency of a dependency, whose types are out of reach
const { Observable } = createRequire(import.meta.resolve("@ag-ui/client"))("rxjs") as ObservableLibrary;

/** AG-UI's own client, fed with events that are there already: it verifies and applies them as it does in a browser. */
class Replayed extends AbstractAgent {
  readonly #events: readonly AGUIEvent[];

  constructor(events: readonly AGUIEvent[]) {
    super({ threadId: "ann" });
    this.#events = events;
  }

  override run(): Events {
    return new Observable((subscriber) => {
      // Through JSON, as over the wire.
      for (const event of this.#events) subscriber.next(JSON.parse(JSON.stringify(event)));
      subscriber.complete();
    });
  }
}

/** What the client came to. */
export interface Replay {
  readonly state: Readonly<Record<string, unknown>>;
  readonly messages: readonly Message[];
  readonly interrupts: readonly unknown[];
}

/** Has AG-UI's client verify and apply a run's events; a stream that it refuses rejects. */
export async function replay(events: readonly AGUIEvent[]): Promise<Replay> {
  const agent = new Replayed(events);
  const warnings: string[] = [];
  // oxlint-disable-next-line eslint/no-console -- listened to, not written to
  const warn = console.warn;
  // The client only warns of a patch that does not fit, and goes on with a wrong state.
  // oxlint-disable-next-line eslint/no-console -- listened to, not written to
  console.warn = (...words: readonly unknown[]) => warnings.push(words.join(" "));
  try {
    await agent.runAgent({ runId: "run-1" });
  } finally {
    // oxlint-disable-next-line eslint/no-console -- as it was
    console.warn = warn;
  }
  if (warnings.length > 0) throw new Error(warnings.join("\n"));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- AG-UI says `any` of its state
  const state = agent.state as Replay["state"];
  return { state, messages: agent.messages, interrupts: agent.pendingInterrupts };
}
