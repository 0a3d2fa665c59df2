import { MemorySaver } from "@langchain/langgraph";
import { DatabaseSync } from "node:sqlite";
import { openSession } from "@tidemark/state-manager/langgraph";
import { fixedClock } from "@tidemark/state-manager/testing";
import { sqliteDesk } from "./catalog/booking-desk.ts";
import { openSampleCatalog } from "./catalog/sqlite-catalog.ts";
import { travelGraph } from "./graph.ts";
import { TravelState } from "./state.ts";
const catalog = openSampleCatalog();
const services = { catalog, desk: sqliteDesk(new DatabaseSync(":memory:")), clock: fixedClock("2026-11-21T09:00:00Z") };
const graph = travelGraph(services, new MemorySaver());
const session = openSession({ graph, state: TravelState, threadId: "ann" });
for (const line of process.argv.slice(2)) {
  console.log(">", line);
  const pend = await session.pending();
  const r = pend[0] ? await session.resume(pend[0].id, line) : await session.send(line);
  if (r.outcome === "interrupted") console.log("??", JSON.stringify(r.interrupts[0]?.value).slice(0, 900));
  else if (r.outcome === "done") { console.log(r.state.execution_final_answer, "|", r.state.control_workflow_status);
   console.log(r.state.control_errors.map(e=>JSON.stringify(e)).join("\n"));
   console.log(r.state.task_ledger.map(t => `${t.taskId} ${t.status} ${t.intent}`).join("; ")); }
  else console.log(r);
}
