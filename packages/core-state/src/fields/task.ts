import { reducerErrors, upsertById } from "@tidemark/reducers";
import { z } from "zod";
import { field, fieldGroup, fields } from "../field.ts";
import { TaskChange, TaskRecord } from "../schemas/task-record.ts";

/** The user's message, the task of this turn, and the ledger of all tasks of the conversation. */
export const taskFields = fieldGroup(
  "task",
  fields("task", {
    user_input: field({
      description: "The user's message, unchanged; null before the first turn.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "root",
    }),
    current_task: field({
      description: "The task of this turn, in one sentence; null until it is extracted.",
      schema: z.string().nullable(),
      default: () => null,
      lifetime: "turn",
      owner: "root",
    }),
    depends_on_chat_history: field({
      description: "True if the task cannot be understood without the earlier conversation.",
      schema: z.boolean(),
      default: () => false,
      lifetime: "turn",
      owner: "root",
    }),
    ledger: field({
      description: "All tasks that the user has asked for in this conversation, with their current status.",
      schema: z.array(TaskRecord).readonly(),
      updateSchema: z.array(TaskChange).readonly(),
      default: () => [],
      lifetime: "thread",
      owner: "root",
      reducer: reduceTasks,
    }),
  }),
);

const upsertTasks = upsertById<TaskRecord>({ key: (task) => task.taskId });

/** Updates existing tasks and adds new, complete ones. Refuses a partial change of a missing task, which would leave a broken record. */
function reduceTasks(
  current: readonly TaskRecord[] | null | undefined,
  update: readonly TaskChange[] | null | undefined,
): readonly TaskRecord[] {
  const next = upsertTasks(current, update);
  const broken = next.slice(current?.length ?? 0).find((task) => !TaskRecord.safeParse(task).success);
  if (broken === undefined) return next;
  const index = update?.findIndex((change) => change.taskId === broken.taskId);
  throw reducerErrors.wrongShape({
    path: `[${index}]`,
    expected: "a complete task",
    found: `a change of "${broken.taskId}", which is not in the ledger`,
  });
}
