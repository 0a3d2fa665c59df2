import { append } from "@tidemark/reducers";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";

/** Notebooks and figures created in a turn. */
export const notebookFields = fieldGroup(
  "notebook",
  fields("ui", {
    notebook_links: field({
      description: "URLs of the notebooks created in this turn, in order.",
      schema: z.array(z.string()).readonly(),
      default: () => [],
      lifetime: "turn",
      ui: true,
      reducer: append<string>(),
    }),
    captured_figures: field({
      description: "Paths or URLs of the figures created in this turn, in order.",
      schema: z.array(z.string()).readonly(),
      default: () => [],
      lifetime: "turn",
      ui: true,
      reducer: append<string>(),
    }),
  }),
);
