import type { Clock, Ids } from "tidemark";
import type { BookingDesk } from "./catalog/booking-desk.ts";
import type { ProfileBook } from "./catalog/profile-book.ts";
import type { TravelCatalog } from "./catalog/travel-catalog.ts";
import type { MessageReader } from "./models/message-reader.ts";

/** Services that the agents depend on; tests replace them. */
export interface TravelServices {
  readonly catalog: TravelCatalog;
  readonly desk: BookingDesk;
  readonly profiles: ProfileBook;
  /** Reads messages, by rules or with a model. */
  readonly reader: MessageReader;
  readonly clock: Clock;
  readonly ids?: Ids;
}
