import { append } from "@tidemark/reducers";
import { z } from "zod";
import { field, fieldGroup, unprefixedFields } from "../field.ts";
import { ProgressEvent } from "../schemas/progress-event.ts";
import { StatusUpdate } from "../schemas/status-update.ts";

/** Status and progress reports for people. */
export const progressFields = fieldGroup(
  "progress",
  unprefixedFields({
    status_updates: field({
      description: "News of this turn for people, in order; the newest 200, more than anybody reads.",
      schema: z.array(StatusUpdate).readonly(),
      default: () => [],
      lifetime: "turn",
      reducer: append<StatusUpdate>({ cap: 200 }),
    }),
    progress_events: field({
      description: "Counts on their way to a total, in order; the newest 200, since progress bars read the last.",
      schema: z.array(ProgressEvent).readonly(),
      default: () => [],
      lifetime: "turn",
      reducer: append<ProgressEvent>({ cap: 200 }),
    }),
  }),
);
