import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { Clock, Ids } from "tidemark";
import type { BookingDesk } from "./catalog/booking-desk.ts";
import type { ProfileBook } from "./catalog/profile-book.ts";
import type { TravelCatalog } from "./catalog/travel-catalog.ts";

/** Services that the agents depend on; tests replace them. */
export interface TravelServices {
  readonly catalog: TravelCatalog;
  readonly desk: BookingDesk;
  readonly profiles: ProfileBook;
  /** Model that reads messages, or its name. With null, rules read them. */
  readonly model: BaseChatModel | string | null;
  /** Receives the errors of nodes. Defaults to logging bugs. */
  readonly onError?: (failure: { readonly error: unknown; readonly isProgrammingError: boolean }) => void;
  readonly clock: Clock;
  readonly ids?: Ids;
}
