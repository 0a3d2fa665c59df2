import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { BaseStore } from "@langchain/langgraph";
import type { Clock, Ids } from "tidemark";
import type { BookingDesk } from "./catalog/booking-desk.ts";
import type { TravelCatalog } from "./catalog/travel-catalog.ts";
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

/** Facts that every message is read with. */
export function readingContext({ catalog, clock }: Pick<TravelServices, "catalog" | "clock">): ReadingContext {
  const today = clock.now().slice(0, 10);
  return { airports: catalog.airports(), today, lastDate: catalog.lastDate(today) };
}
