import type { RunEvent } from "@tidemark/stream";
import type { EventsWriter } from "./events-writer.ts";

/**
 * Events of a turn as its clients see them: one beginning and one end, however many attempts and workers it needs.
 *
 * An attempt that is repeated has a beginning and an end like every run. Clients that got them would leave a turn that goes on.
 */
export class TurnEvents {
  readonly #writer: Pick<EventsWriter, "add">;
  #hasBegun: boolean;
  #end: RunEvent | null = null;

  /** `hasBegun` is true if another attempt has stored events. */
  constructor(writer: Pick<EventsWriter, "add">, hasBegun: boolean) {
    this.#writer = writer;
    this.#hasBegun = hasBegun;
  }

  /** The end of the last attempt, which nobody has seen yet. */
  get held(): RunEvent | null {
    return this.#end;
  }

  /** Adds an event of an attempt. Its end is held until the turn has ended. */
  add(event: RunEvent): void {
    if (event.type === "run_finished" || event.type === "run_failed") {
      this.#end = event;
      return;
    }
    this.#end = null;
    if (event.type !== "run_started" || !this.#hasBegun) this.#writer.add(event);
    this.#hasBegun = true;
  }

  /** Holds another end. */
  hold(end: RunEvent | null): void {
    this.#end = end;
  }

  /** Adds the end that is held: the turn has ended. */
  end(): void {
    if (this.#end !== null) this.#writer.add(this.#end);
    this.#end = null;
  }
}
