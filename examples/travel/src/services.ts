import type { DatabaseSync } from "node:sqlite";
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseStore } from "@langchain/langgraph";
import { type CommandLine, modelName } from "@tidemark/terminal";
import { type Clock, type Ids, systemClock } from "tidemark";
import { sqliteStore } from "tidemark/sqlite";
import { type BookingDesk, sqliteDesk } from "./catalog/booking-desk.ts";
import { openSampleCatalog } from "./catalog/sample-catalog.ts";
import type { TravelCatalog } from "./catalog/travel-catalog.ts";
import { newTrip } from "./domain/trip.ts";
import type { ReadingContext } from "./reading/reading.ts";

/** Services that the agents depend on; tests replace them. */
export interface TravelServices {
  readonly catalog: TravelCatalog;
  readonly desk: BookingDesk;
  /** Store of the travelers' profiles. A LangGraph server has its own. */
  readonly store?: BaseStore;
  /** Model that reads messages, or its name. With null, rules read them. */
  readonly model: BaseChatModel | string | null;
  /** True for short answers beside a view that shows the trip. Defaults to false. */
  readonly brief?: boolean;
  /** Receives the errors of nodes. Defaults to logging bugs. */
  readonly onError?: (failure: { readonly error: unknown; readonly isProgrammingError: boolean }) => void;
  readonly clock: Clock;
  readonly ids?: Ids;
}

/** Services on a database file: the sample catalog, and the model and the time that the options or the environment name. */
export function openServices(database: DatabaseSync, { now = null, model }: Partial<CommandLine>) {
  return {
    catalog: openSampleCatalog(),
    desk: sqliteDesk(database),
    store: sqliteStore({ database }),
    clock: { ...systemClock, now: () => now ?? systemClock.now() },
    model: modelName(model ?? process.env["TIDEMARK_MODEL"]),
  } satisfies TravelServices;
}

/** Facts that every message is read with. */
export function readingContext({ catalog, clock }: TravelServices, trip = newTrip()): ReadingContext {
  const today = clock.now().slice(0, 10);
  return { airports: catalog.airports(), today, lastDate: catalog.lastDate(today), trip };
}
