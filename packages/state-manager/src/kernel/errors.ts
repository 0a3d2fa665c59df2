import { defineErrors, type Errors } from "@tidemark/core-state/internal";
import { type UpdateIssue } from "@tidemark/core-state";

const table = {
  emptyUserId: (_details: { userId: string }) =>
    `A person who proposes or edits needs an id, and this one is empty. Pass the id under which you know the person.`,

  fenced: (details: { threadId: string; token: number }) =>
    `The lease ${details.token} of thread "${details.threadId}" is lost, so nothing more is written under it. ` +
    `Whoever holds the thread now goes on; start anew with a lease of your own.`,

  foreignProposal: (details: { agent: string; proposalId: string; claims: string }) =>
    `"${details.agent}" wrote the entry "${details.proposalId}" of control_proposals and ${details.claims}. ` +
    `A node proposes in its own name: use \`propose\` of its runtime. People propose through a session.`,

  foreignSend: (details: { agent: string; node: string; field: string; owners: readonly string[] }) =>
    `"${details.agent}" sent "${details.node}" a "${details.field}" that is not the value in the thread. The field is owned by ${details.owners.map((each) => `"${each}"`).join(", ")}. ` +
    `Send the value of the thread, or hand over your own data under a key that is not a field of the state.`,

  invalidAgentControl: (details: { issues: readonly UpdateIssue[] }) =>
    `The switches and limits that came with the message were refused, and no turn was begun:\n` +
    details.issues.map((issue) => `  - ${issue.message}`).join("\n") +
    `\nSend names and values of AgentControl, or none.`,

  invalidAgentOutput: (details: { agent: string; at: string; problem: string }) =>
    `The output of "${details.agent}" was refused at "${details.at}": ${details.problem}. ` +
    `An output has data, explanation, confidence (0 to 1), reasoning and timestamp (ISO 8601 with Z).`,

  invalidArgument: (details: { argument: string; expected: string; found: string }) =>
    `"${details.argument}" must be ${details.expected}, not ${details.found}. Nothing was read or written.`,

  invalidBudget: (details: { field: string; problem: string }) =>
    `The budget of "${details.field}" cannot work: ${details.problem}. ` +
    `A budget has entries, bytes or both, as whole numbers from 0 up, for a field that holds entries.`,

  invalidContext: (details: { type: string; key: string; at: string; problem: string }) =>
    `A context was refused, and nothing of it was written. ${details.problem} Correct the value, or the schema of its type.`,

  invalidContextType: (details: { type: string; problem: string }) =>
    `The context type "${details.type}" ${details.problem}. Give it another name: WEATHER, TIME_RANGE.`,

  invalidFlow: (details: { problem: string }) =>
    `The flow cannot work: ${details.problem}. Declare every step, and a way to each.`,

  invalidKeep: (details: { keepMessages: number }) =>
    `"keepMessages" is a whole number from 0 up, not ${details.keepMessages}. Pass 0 to remove every message.`,

  invalidMigrations: (details: { problem: string }) =>
    `The migrations cannot work: ${details.problem}. ` +
    `Give one step for each version, in order, the last of them to the version of the state.`,

  invalidOption: (details: { option: string; found: string; known: readonly string[] }) =>
    `"${details.option}" cannot be ${details.found}. Use one of: ${details.known.map((each) => `"${each}"`).join(", ")}.`,

  invalidPlan: (details: { problem: string }) =>
    `The field planning_execution_plan ${details.problem}. Write a plan as { steps: [{ ... }] }, or null for none.`,

  invalidPrevious: (details: { issues: readonly UpdateIssue[] }) =>
    `The previous state was not taken over, because values in it do not fit their fields:\n` +
    details.issues.map((issue) => `  - ${issue.message}`).join("\n") +
    `\nMigrate the thread, or leave these fields out.`,

  invalidProposal: (details: { agent: string; problems: readonly string[] }) =>
    `The proposal of "${details.agent}" was not made:\n` +
    details.problems.map((problem) => `  - ${problem}`).join("\n"),

  invalidTask: (details: { at: string; problem: string }) =>
    `The task was not recorded${details.at === "" ? "" : `, because of "${details.at}"`}. ${details.problem} ` +
    `A task has an intent, an origin and metadata in plain JSON.`,

  invalidThread: (details: { issues: readonly UpdateIssue[] }) =>
    `The thread holds values that do not fit the state, so no turn was begun:\n` +
    details.issues.map((issue) => `  - ${issue.message}`).join("\n") +
    `\nLift them with migrations, or correct them with updateState.`,

  invalidThreadDocument: (details: { at: string; problem: string }) =>
    `The thread was not imported, because of "${details.at}": ${details.problem} Nothing was written; import what \`export\` gave.`,

  invalidThreadId: (details: { problem: string }) =>
    `The thread id ${details.problem}. Use text without NUL characters.`,

  invalidTurnOption: (details: { field: string; option: string }) =>
    `${details.option} names "${details.field}", which is no turn field of the state, so a new turn leaves it alone. ` +
    `Name turn fields only.`,

  messageWithoutId: (details: { index: number }) =>
    `The message at messages[${details.index}] has no id, so it cannot be removed. Prune values that a graph returned: the host gives every message an id.`,

  migrationFailed: (details: { from: number; to: number; at: string; problem: string }) =>
    `Values of version ${details.from} could not be lifted to version ${details.to}, because of "${details.at}": ${details.problem} ` +
    `Nothing was written; correct the step.`,

  missingContextData: (details: { found: string | null }) =>
    `Contexts lie in capability_context_data, which ${details.found === null ? "these values do not have" : `is ${details.found} here`}. ` +
    `Pass the values of a state that declares the field, such as what a node is given.`,

  missingGroup: (details: { option: string; field: string; group: string }) =>
    `"${details.option}" needs the field "${details.field}", which the state does not have. ` +
    `Add \`fieldGroups.${details.group}\` to the state with \`extendState\`.`,

  missingTurnStart: (details: { threadId: string }) =>
    `The graph of the session on "${details.threadId}" does not begin its turns, so the fields of a turn would keep the values of the turn before. ` +
    `Add the node turnStart(state) right after START. Mark a function that calls it with markTurnStart. ` +
    `For a graph that needs no turns, open the session with { turnStart: "none" }.`,

  mutatedValue: (details: { node: string; at: string }) =>
    `"${details.node}" changed "${details.at}" in place, so the change reaches checkpoints and other nodes without an update. ` +
    `Return a new value instead.`,

  needsMigratingSaver: (details: { to: number }) =>
    `The step to version ${details.to} moves values from one field to another, and a node does not see fields that its state no longer has. ` +
    `Wrap the checkpointer with migratingSaver.`,

  newerVersion: (details: { version: number; known: number }) =>
    `These values were written by version ${details.version} of the state, and this program knows it up to version ${details.known}. ` +
    `Nothing was read or written; update the program.`,

  noCheckpointer: (details: { threadId: string }) =>
    `A session on "${details.threadId}" needs a checkpointer, and the graph was compiled without one. ` +
    `Compile it with { checkpointer }, or pass one to the session.`,

  unknownState: (details: { threadId: string }) =>
    `A session on "${details.threadId}" cannot find the state of its graph. Compile the graph from toStateSchema, or pass ` +
    `the declaration as "state".`,

  noExecutionPlan: (_details: Readonly<Record<string, never>>) =>
    `There is no execution plan, so there is no current step. Write planning_execution_plan first, or ask hasPlan.`,

  noSuchCheckpoint: (details: { threadId: string; checkpointId: string | null }) =>
    `Thread "${details.threadId}" has ${details.checkpointId === null ? "no checkpoint" : `no checkpoint "${details.checkpointId}"`}, so nothing was copied. ` +
    `Look for one with \`history()\`.`,

  notStateValues: (details: { found: string }) =>
    `The values of a state are an object with a value for each field, not ${details.found}. Pass what a node is given.`,

  notStored: (details: { threadId: string; problem: string }) =>
    `The checkpointer could not store what was written to thread "${details.threadId}": ${details.problem}. ` +
    `What was stored before is kept; repeat the call when the cause is gone.`,

  olderVersion: (details: { version: number; oldest: number }) =>
    `These values were written by version ${details.version} of the state, and the first migration starts from version ${details.oldest}. ` +
    `Add the steps before it.`,

  overBudget: (details: { field: string; size: string; limit: string }) =>
    `"${details.field}" has ${details.size}, and its budget is ${details.limit}. ` +
    `Nothing was stored; give it another policy, or write less.`,

  overLimit: (details: { node: string; field: string; size: string; limit: string }) =>
    `"${details.field}" has ${details.size}, more than its limit of ${details.limit}, when "${details.node}" is to run. ` +
    `Give the field a budget, or raise the limit.`,

  reducerWithoutIdentity: (details: { node: string; field: string }) =>
    `The reducer of "${details.field}" makes a new object of an update of nothing, seen when "${details.node}" was defined. ` +
    `Return \`current\` itself when nothing changes.`,

  stepOutOfRange: (details: { index: unknown; length: number }) =>
    `The current step index is ${String(details.index)}, but the plan has ${details.length} step(s), counted from 0. ` +
    `Ask whether the plan is done before reading its current step.`,

  superseded: (details: { threadId: string; checkpointId: string; newestId: string }) =>
    `Checkpoint "${details.checkpointId}" of thread "${details.threadId}" was stored, but the saver shows "${details.newestId}" as the newest one, ` +
    `because a clock was set back or somebody wrote past the session. Use a saver that orders checkpoints by when they were stored, or repeat the call when the clock is right.`,
  threadBusy: (details: { threadId: string }) =>
    `Somebody else writes to thread "${details.threadId}", so nothing was copied to it. Try again later, or choose another id.`,

  threadExists: (details: { threadId: string }) =>
    `There is a thread "${details.threadId}" already, and nothing of it was touched. Choose another id, or delete that thread first.`,

  undigestible: (details: { at: string; found: string }) =>
    `A digest was asked of a value that has no JSON${details.at === "" ? "" : `, because of "${details.at}"`}: found ${details.found}. ` +
    `Pass plain JSON: strings, finite numbers, booleans, null, lists, plain objects.`,

  unknownContextType: (details: { type: string; known: readonly string[] }) =>
    `There is no context type "${details.type}". Known are: ${details.known.join(", ")}. Add it to defineContexts.`,

  unknownField: (details: { field: string; nearest: string | null; known: readonly string[] }) =>
    `The state has no field "${details.field}". ` +
    (details.nearest === null ? `Its fields are: ${details.known.join(", ")}.` : `Did you mean "${details.nearest}"?`) +
    ` Name a field and, if needed, the place inside it: task_ledger[2].status.`,

  unstorableValue: (details: { node: string; at: string; found: string }) =>
    `"${details.at}" holds ${details.found} when "${details.node}" is to run, which a checkpoint would change. ` +
    `Store JSON: strings, finite numbers, booleans, null, lists, plain objects.`,
};

/** Every error that `@tidemark/state-manager` throws. */
export const stateManagerErrors: Errors<"state-manager", typeof table> = /* @__PURE__ */ defineErrors(
  "state-manager",
  table,
);
