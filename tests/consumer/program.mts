import {
  coreStateErrors,
  defineState,
  describe,
  field,
  fields,
  initialState,
  type UpdateOf,
} from "@tidemark/core-state";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { append } from "@tidemark/reducers";
import { z } from "zod";

const Trip = defineState({
  version: 1,
  fields: fields("trip", {
    city: field({
      doc: "Where to.",
      schema: z.string().nullable(),
      initial: () => null,
      lifetime: "turn",
      writer: "root",
    }),
    notes: field({
      doc: "What was said.",
      schema: z.array(z.string()),
      initial: () => [],
      lifetime: "thread",
      reduce: append<string>(),
    }),
  }),
});

const first = initialState(Trip);
const city: string | null = first.trip_city;
const update: UpdateOf<typeof Trip> = { trip_notes: ["hello"] };
// @ts-expect-error a number is no city
const wrong: UpdateOf<typeof Trip> = { trip_city: 1 };
// @ts-expect-error there is no such field
first.trip_country;

const names: readonly string[] = describe(Trip).fields.map((each) => each.name);
const usable =
  city === null &&
  update.trip_notes?.length === 1 &&
  wrong.trip_city !== undefined &&
  names.join() === "trip_city,trip_notes" &&
  typeof coreStateErrors.invalidUpdate.is === "function" &&
  typeof toStateSchema(Trip).getJsonSchema === "function";
console.log(usable ? "ok" : "broken");
