import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { Clock, Ids } from "@tidemark/state-manager";
import type { TravelCatalog } from "./catalog/travel-catalog.ts";
import type { BookingDesk } from "./catalog/booking-desk.ts";

/** What the agents work with; tests bring their own. */
export interface TravelServices {
  readonly catalog: TravelCatalog;
  readonly desk: BookingDesk;
  readonly clock: Clock;
  readonly ids?: Ids;
  /** Reads requests, plans and words answers; rules do without it. */
  readonly model?: BaseChatModel;
}
