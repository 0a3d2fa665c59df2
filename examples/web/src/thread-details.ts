import { stepAgent, stepTask } from "tidemark/rules";
import { Plan } from "tidemark/schemas";
import { visibleValues } from "tidemark/stream";
import { activityLines } from "./activity-lines.ts";
import type { PlanView, ThreadDetails } from "./api.ts";
import type { WebApplication } from "./application.ts";
import { flowPath } from "./flow-path.ts";
import { writtenBy } from "./written-by.ts";

/** Reads the state of a thread for developers: values, authors, plan and activity. */
export async function threadDetails(application: WebApplication, threadId: string): Promise<ThreadDetails> {
  const { visible, session, state } = application;
  const stored = { ...(await session(threadId).state()) };
  return {
    values: visibleValues(state, stored, visible),
    writtenBy: await writtenBy(application, threadId),
    plan: planOf(stored),
    path: flowPath(stored),
    activity: activityLines(stored),
  };
}

function planOf(values: Readonly<Record<string, unknown>>): PlanView | null {
  const { data: plan } = Plan.safeParse(values["planning_execution_plan"]);
  const index = values["planning_current_step_index"];
  if (plan === undefined) return null;
  return {
    steps: plan.steps.map((step) => ({
      agent: stepAgent(step) ?? "unassigned",
      task: stepTask(step) ?? "",
      status: step.status ?? "pending",
      error: step.error ?? null,
    })),
    index: typeof index === "number" ? index : null,
  };
}
