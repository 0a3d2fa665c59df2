import { defineAgent } from "tidemark";
import { TravelState } from "../src/state.ts";

defineAgent(TravelState, {
  name: "eager_planner",
  description: "Would like to write the trip itself.",
  reads: ["travel_info"],
  // @ts-expect-error "travel_info" belongs to the root: TR-19
  writes: ["travel_info"],
  run: () => ({}),
});

defineAgent(TravelState, {
  name: "eager_desk",
  description: "Would like to propose what it has not declared.",
  reads: ["travel_info"],
  proposes: ["travel_remarks"],
  run: (_values, { propose }) => {
    // @ts-expect-error it did not declare that it proposes bookings
    propose({ travel_bookings: [] }, "It would be quicker.");
    return {};
  },
});
