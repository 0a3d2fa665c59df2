import { append } from "@tidemark/reducers";
import { z } from "zod";
import { field, fieldGroup } from "../field.ts";
import { ProgressEvent } from "../schemas/progress-event.ts";
import { StatusUpdate } from "../schemas/status-update.ts";

/** Status and progress updates for users. */
export const progressFields = fieldGroup("progress", {
  status_updates: field({
    description: "Status updates of this turn for the user, oldest first; the newest 200 are kept.",
    schema: z.array(StatusUpdate).readonly(),
    default: () => [],
    lifetime: "turn",
    ui: true,
    reducer: append<StatusUpdate>({ cap: 200 }),
  }),
  progress_events: field({
    description: "Progress events of this turn, such as 5 of 20 files, oldest first; the newest 200 are kept.",
    schema: z.array(ProgressEvent).readonly(),
    default: () => [],
    lifetime: "turn",
    ui: true,
    reducer: append<ProgressEvent>({ cap: 200 }),
  }),
});
