// Turns that need an approval, in a separate process: `node approvals.ts <database> <traces> <ask|answer>`. It kills itself at the end.
import { AgentState, openSession } from "tidemark";
import { createAgentGraph, defineAgent } from "tidemark/agents";
import { sqliteSaver } from "tidemark/sqlite";
import { traceToFile } from "tidemark/traces";
import { z } from "zod";

const [database = "", traces = "", action = ""] = process.argv.slice(2);

const mail = defineAgent(AgentState, { name: "mail", description: "Sends email.", reads: [], run: () => ({}) });

/** Session of a thread at a time. */
function open(threadId: string, now: string) {
  const graph = createAgentGraph({
    state: AgentState,
    agents: [mail],
    planner: () =>
      Promise.resolve({
        steps: [{ capability: "mail", taskObjective: "Send it", parameters: { to: "ben@example.org" } }],
      }),
    approvals: { mail: "always" },
    approvalSeconds: 3600,
    approvalQuestions: { editable: { mail: z.looseObject({ parameters: z.object({ to: z.email() }) }) } },
    clock: { now: () => now, wait: () => new Promise<void>(() => {}) },
    checkpointer: sqliteSaver({ file: database }),
  });
  return openSession({ graph, threadId, userId: "boss" });
}

const EARLY = "2026-01-08T12:00:00.000Z";
const LATE = "2026-01-08T14:00:00.000Z";

traceToFile({ path: traces });
for (const thread of ["approved", "edited", "refused", "expired"]) {
  const session = open(thread, thread === "expired" && action === "answer" ? LATE : EARLY);
  if (action === "ask") {
    // oxlint-disable-next-line eslint/no-await-in-loop -- one turn after the other
    await session.send("Send it");
    continue;
  }
  // oxlint-disable-next-line eslint/no-await-in-loop -- as above
  const [question] = await session.pending();
  const request = question?.kind === "approval" ? question.value.requests[0] : undefined;
  const payload = { ...request?.payload, parameters: { to: "ann@example.org" } };
  const edit = { id: request?.id, decision: "edit", payload };
  const answer = thread === "edited" ? edit : thread === "refused" ? "no" : "yes";
  // oxlint-disable-next-line eslint/no-await-in-loop -- as above
  await session.resume(question?.id ?? "", answer);
}
process.kill(process.pid, "SIGKILL");
