import { AbstractAgent, type AgentSubscriber, type BaseEvent, type Message, type RunAgentInput } from "@ag-ui/client";
import type { AGUIEvent } from "@ag-ui/core";
import { createRequire } from "node:module";

const { Observable } = createRequire(import.meta.resolve("@ag-ui/client"))("rxjs");

/** AG-UI's own client, fed with events that are there already: it verifies and applies them as it does in a browser. */
class Replayed extends AbstractAgent {
  readonly #events: readonly AGUIEvent[];

  constructor(events: readonly AGUIEvent[]) {
    super({ threadId: "ann" });
    this.#events = events;
  }

  override run(_input: RunAgentInput): ReturnType<AbstractAgent["run"]> {
    return new Observable((subscriber: { next: (event: BaseEvent) => void; complete: () => void }) => {
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
export async function replay(events: readonly AGUIEvent[], subscriber: AgentSubscriber = {}): Promise<Replay> {
  const agent = new Replayed(events);
  const warnings: string[] = [];
  const warn = console.warn;
  // The client only warns of a patch that does not fit, and goes on with a wrong state.
  console.warn = (...words) => warnings.push(words.join(" "));
  try {
    await agent.runAgent({ runId: "run-1" }, subscriber);
  } finally {
    console.warn = warn;
  }
  if (warnings.length > 0) throw new Error(warnings.join("\n"));
  return { state: agent.state, messages: agent.messages, interrupts: agent.pendingInterrupts };
}
