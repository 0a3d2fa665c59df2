import { defineAgent } from "tidemark/agents";
import { TravelState } from "../src/state.ts";

defineAgent(TravelState, {
  name: "eager_planner",
  description: "Tries to write the trip itself.",
  reads: ["travel_info"],
  // @ts-expect-error "travel_info" is owned by the root: TR-19
  writes: ["travel_info"],
  run: () => ({}),
});

defineAgent(TravelState, {
  name: "eager_desk",
  description: "Tries to propose a field that it has not declared.",
  reads: ["travel_info"],
  proposes: ["travel_remarks"],
  run: (_values, { propose }) => {
    // @ts-expect-error "travel_bookings" is not in `proposes`
    propose({ travel_bookings: [] }, "This must not compile.");
    return {};
  },
});
