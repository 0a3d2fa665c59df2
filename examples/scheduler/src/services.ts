import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { Clock } from "tidemark";
import type { Calendar } from "./domain/calendar.ts";
import type { RequestReader } from "./reading/reader.ts";

/** Dependencies of the agents: everything that is not state. */
export interface SchedulerServices {
  readonly calendar: Calendar;
  /** Model that reads requests, or its name. With null, rules read them. */
  readonly model: BaseChatModel | string | null;
  /** Reader of requests. Defaults to the model, or to rules without one. */
  readonly reader?: RequestReader;
  /** Clock of the calendar. It may stand still, for experiments; turns and limits are measured in real time. */
  readonly clock: Pick<Clock, "now">;
}
