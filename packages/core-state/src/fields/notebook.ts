import { append } from "@tidemark/reducers";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";

/** Notebooks and figures made in a turn. */
export const notebookFields = fieldGroup(
  "notebook",
  fields("ui", {
    notebook_links: field({
      description: "Addresses of the notebooks made in this turn, in order.",
      schema: z.array(z.string()).readonly(),
      default: () => [],
      lifetime: "turn",
      reducer: append<string>(),
    }),
    captured_figures: field({
      description: "Paths or addresses of the figures made in this turn, in order.",
      schema: z.array(z.string()).readonly(),
      default: () => [],
      lifetime: "turn",
      reducer: append<string>(),
    }),
  }),
);
