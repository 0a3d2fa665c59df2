import type { CheckpointPendingWrite, CheckpointTuple } from "@langchain/langgraph-checkpoint";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { isAnswererWrite } from "../kernel/answerers.graph.ts";

/** Task under which LangGraph stores an answer that names no question. */
const NO_TASK = "00000000-0000-0000-0000-000000000000";

/**
 * Removes the answers to questions of a commit from a checkpoint that is copied: they were given in the other thread, and the copy would
 * store the same values of its user again. The questions are open in the copy.
 */
export function withoutCommitAnswers<Tuple extends CheckpointTuple>(tuple: Tuple): Tuple {
  const { pendingWrites = [] } = tuple;
  const asking = pendingWrites.filter(isCommitQuestion);
  if (asking.length === 0) return tuple;
  const tasks = new Set([NO_TASK, ...asking.map(([taskId]) => taskId)]);
  const ids = new Set(asking.flatMap(([, , asked]) => [asked].flat().map(idOf)));
  const isAnswer = ([taskId, channel]: CheckpointPendingWrite): boolean =>
    (channel === "__resume__" && (tasks.has(taskId) || ids.has(taskId))) ||
    (channel === "__error__" && tasks.has(taskId)) ||
    [...ids].some((id) => isAnswererWrite(taskId, id));
  return { ...tuple, pendingWrites: pendingWrites.filter((write) => !isAnswer(write)) };
}

const isCommitQuestion = ([, channel, asked]: CheckpointPendingWrite): boolean =>
  channel === "__interrupt__" && [asked].flat().some((each: unknown) => isPlainRecord(each) && isCommit(each["value"]));

const isCommit = (question: unknown): boolean => isPlainRecord(question) && question["type"] === "commit_approval";

const idOf = (asked: unknown): string => (isPlainRecord(asked) ? String(asked["id"]) : "");
