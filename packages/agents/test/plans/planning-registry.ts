import { defineRegistry, describeAgent } from "@tidemark/agents";

/** Agents that search, write and send, each with its required and provided contexts. */
export const letters = defineRegistry([
  describeAgent({ name: "find", description: "Finds addresses.", capabilities: ["lookup"], provides: ["ADDRESS"] }),
  describeAgent({ name: "write", description: "Writes letters.", requires: ["ADDRESS"], provides: ["LETTER"] }),
  describeAgent({ name: "send", description: "Sends letters.", requires: [["LETTER", "single"]] }),
  describeAgent({ name: "respond", description: "Answers.", system: true }),
  describeAgent({ name: "planner", description: "Plans.", system: true }),
]);
