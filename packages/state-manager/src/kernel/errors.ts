import { defineErrors, type Errors, type UpdateIssue } from "@tidemark/core-state/internal";

const table = {
  emptyUserId: (_details: { userId: string }) =>
    `The user id is empty. Pass the id of the person who proposes or edits.`,

  erased: (details: { threadId: string; at: string }) =>
    `Thread "${details.threadId}" is older than the erasure of its person at ${details.at}. Nothing was read or written.`,

  fenced: (details: { threadId: string; token: number }) =>
    `Lease ${details.token} of thread "${details.threadId}" is lost, so the write was rejected. ` +
    `Another process may own the thread now. Acquire a new lease and try again.`,

  foreignProposal: (details: { agent: string; proposalId: string; claims: string }) =>
    `"${details.agent}" wrote the entry "${details.proposalId}" of control_proposals and ${details.claims}. ` +
    `A node can only propose under its own name: use \`propose\` of its runtime. People propose through a session.`,

  foreignSend: (details: { agent: string; node: string; field: string; owners: readonly string[] }) =>
    `"${details.agent}" sent "${details.node}" a "${details.field}" that differs from the thread's value. The field is owned by ${details.owners.map((each) => `"${each}"`).join(", ")}. ` +
    `Send the thread's value, or pass your data under a key that is not a field of the state.`,

  invalidAgentControl: (details: { issues: readonly UpdateIssue[] }) =>
    `The settings and limits sent with the message are invalid, and no turn was started:\n` +
    details.issues.map((issue) => `  - ${issue.message}`).join("\n") +
    `\nSend only options of AgentControl, or leave them out.`,

  invalidAgentOutput: (details: { agent: string; at: string; problem: string }) =>
    `The output of "${details.agent}" is invalid at "${details.at}": ${details.problem}. ` +
    `An output has data, explanation, confidence (0 to 1), reasoning and timestamp (ISO 8601 with Z).`,

  invalidApprovalRule: (details: { option: string; name: string; problem: string }) =>
    `The rule "${details.name}" of ${details.option} is invalid: ${details.problem}. Correct the rule.`,

  invalidArgument: (details: { argument: string; expected: string; found: string }) =>
    `"${details.argument}" must be ${details.expected}, not ${details.found}. Nothing was read or written.`,

  invalidBudget: (details: { field: string; problem: string }) =>
    `The budget of "${details.field}" is invalid: ${details.problem}. ` +
    `A budget sets entries, bytes or both, as integers of at least 0, for a list or a record.`,

  invalidContext: (details: { type: string; key: string; at: string; problem: string }) =>
    `The context "${details.key}" of type "${details.type}" is invalid, and nothing was written. ${details.problem} Correct the value, or the schema of its type.`,

  invalidContextType: (details: { type: string; problem: string }) =>
    `The context type "${details.type}" ${details.problem}. Choose a name such as WEATHER or TIME_RANGE.`,

  invalidFlow: (details: { problem: string }) =>
    `The flow is invalid: ${details.problem}. Declare every step, and make each step reachable.`,

  invalidKeep: (details: { keepMessages: number }) =>
    `"keepMessages" must be an integer of at least 0, not ${details.keepMessages}. Pass 0 to remove every message.`,

  invalidMigrations: (details: { problem: string }) =>
    `The migrations are invalid: ${details.problem}. ` +
    `Declare one migration step for each version, in order, ending with the version of the state.`,

  invalidOption: (details: { option: string; found: string; known: readonly string[] }) =>
    `"${details.option}" cannot be ${details.found}. Use one of: ${details.known.map((each) => `"${each}"`).join(", ")}.`,

  invalidPlan: (details: { problem: string }) =>
    `The field planning_execution_plan ${details.problem}. Write a plan as { steps: [{ ... }] }, or null to clear it.`,

  invalidPrevious: (details: { issues: readonly UpdateIssue[] }) =>
    `The previous state was rejected, because it contains values that do not match their schemas:\n` +
    details.issues.map((issue) => `  - ${issue.message}`).join("\n") +
    `\nMigrate the thread, or leave these fields out.`,

  invalidProposal: (details: { agent: string; problems: readonly string[] }) =>
    `The proposal of "${details.agent}" is invalid:\n` + details.problems.map((problem) => `  - ${problem}`).join("\n"),

  invalidTask: (details: { at: string; problem: string }) =>
    `The task was not recorded${details.at === "" ? "" : `, because "${details.at}" is invalid`}. ${details.problem} ` +
    `A task has an intent, an origin and metadata in plain JSON.`,

  invalidThread: (details: { issues: readonly UpdateIssue[] }) =>
    `The thread contains values that do not match their schemas, so no turn was started:\n` +
    details.issues.map((issue) => `  - ${issue.message}`).join("\n") +
    `\nMigrate the thread, or correct the values with updateState.`,

  invalidThreadDocument: (details: { at: string; problem: string }) =>
    `The thread document is invalid at "${details.at}": ${details.problem} Nothing was written. Import a document returned by \`export\`.`,

  invalidThreadId: (details: { problem: string }) =>
    `The thread id ${details.problem}. Use a string without NUL characters.`,

  invalidTurnOption: (details: { field: string; option: string }) =>
    `${details.option} names "${details.field}", but the state has no turn field of that name. ` +
    `Name fields with the lifetime "turn".`,

  invalidUserId: (details: { problem: string }) =>
    `The user id ${details.problem}. Use a non-empty text of whole characters.`,

  invalidUserRecord: (details: { user: string; at: string; problem: string }) =>
    `The stored values of user "${details.user}" cannot be read${details.at === "" ? "" : ` at "${details.at}"`}: ${details.problem}. ` +
    `Nothing was written. Delete them with forgetUser, or restore the store from a backup.`,

  invalidUserValue: (details: { issues: readonly UpdateIssue[] }) =>
    `The store contains values of the user that do not match their schemas:\n` +
    details.issues.map((issue) => `  - ${issue.message}`).join("\n") +
    `\nNothing was written. Declare a migration with defineMigrations.`,

  lostCommand: (details: { agent: string; to: string; problem: string }) =>
    `"${details.agent}" returned a command${details.to === "" ? "" : ` to "${details.to}"`} that no graph takes: ${details.problem}.`,

  messageWithoutId: (details: { index: number }) =>
    `The message at messages[${details.index}] has no id, so it cannot be removed. Prune values that a graph returned: LangGraph gives every message an id.`,

  migrationFailed: (details: { from: number; to: number; at: string; problem: string }) =>
    `Migrating values from version ${details.from} to ${details.to} failed at "${details.at}": ${details.problem} ` +
    `Nothing was written. Correct the migration step.`,

  missingContextData: (details: { found: string | null }) =>
    `Contexts are stored in capability_context_data, which ${details.found === null ? "is missing from these values" : `is ${details.found} here`}. ` +
    `Pass the values of a state that declares the field, such as the values a node receives.`,

  missingGroup: (details: { option: string; field: string; group: string }) =>
    `"${details.option}" needs the field "${details.field}", which the state does not have. ` +
    `Add \`fieldGroups.${details.group}\` to the state with \`extendState\`.`,

  noStore: (details: { threadId: string }) =>
    `The thread "${details.threadId}" has no store, so a message for its running turn could not be kept until it is read, and was not sent. ` +
    `Pass \`store\` or \`storage\`, compile the graph with a store, or use onBusy: "wait".`,

  missingStore: (details: { fields: readonly string[] }) =>
    `${named(details.fields)} the lifetime "user", and the graph has no store. ` +
    `Pass one: compile({ store }), createAgentGraph({ store }) or openSession({ store }), for example sqliteStore({ file }).`,

  missingUser: (details: { fields: readonly string[] }) =>
    `${named(details.fields)} the lifetime "user", and the turn has no user. ` +
    `Pass openSession({ userId }), or { configurable: { user_id } } without a session. ` +
    `Declare withoutUser: "thread" to keep a field for the conversation only.`,

  missingTurnStart: (details: { threadId: string }) =>
    `The graph of the session on "${details.threadId}" has no turn start, so turn fields would keep the values of the previous turn. ` +
    `Add the node turnStart(state) right after START, and mark a function that calls it with markTurnStart. ` +
    `For a graph without turns, open the session with { turnStart: "none" }.`,

  mutatedValue: (details: { node: string; at: string }) =>
    `"${details.node}" changed "${details.at}" in place, so the change reaches checkpoints and other nodes without an update. ` +
    `Return a new value instead.`,

  needsMigratingSaver: (details: { to: number }) =>
    `The migration step to version ${details.to} moves values between fields, but a node cannot read fields that its state no longer declares. ` +
    `Wrap the checkpointer with migratingSaver.`,

  newerVersion: (details: { version: number; known: number }) =>
    `These values were written by version ${details.version} of the state, but this program supports versions up to ${details.known}. ` +
    `Nothing was read or written. Update the program.`,

  noCheckpointer: (details: { threadId: string }) =>
    `A session on "${details.threadId}" needs a checkpointer, but the graph was compiled without one. ` +
    `Compile it with { checkpointer }, or pass one to the session.`,

  unknownState: (details: { threadId: string }) =>
    `A session on "${details.threadId}" cannot find the state of its graph. Compile the graph from toStateSchema, or pass ` +
    `the declaration as "state".`,

  noCommonStep: (details: { threadId: string; fork: string }) =>
    `The threads "${details.threadId}" and "${details.fork}" have no checkpoint in common, so they cannot be merged. ` +
    `One was never a fork of the other, or the step at which they part was pruned. Nothing was written.`,

  noExecutionPlan: (_details: Readonly<Record<string, never>>) =>
    `The state has no execution plan, so there is no current step. Write planning_execution_plan first, or check hasPlan.`,

  noSuchCheckpoint: (details: { threadId: string; checkpointId: string | null }) =>
    `Thread "${details.threadId}" has ${details.checkpointId === null ? "no checkpoint" : `no checkpoint "${details.checkpointId}"`}. ` +
    `Find one with \`history()\`. Nothing was stored.`,

  notStateValues: (details: { found: string }) =>
    `State values must be an object with a value for each field, not ${details.found}. Pass the values a node receives.`,

  notStored: (details: { threadId: string; problem: string }) =>
    `The checkpointer could not write to thread "${details.threadId}": ${details.problem}. ` +
    `Earlier checkpoints are unchanged. Fix the cause and repeat the call.`,

  olderVersion: (details: { version: number; oldest: number }) =>
    `These values were written by version ${details.version} of the state, but the first migration starts from version ${details.oldest}. ` +
    `Add the earlier migration steps.`,

  otherUser: (details: { threadId: string; fork: string }) =>
    `The thread "${details.threadId}", the fork "${details.fork}" and the session are not all of the same user, so nothing was merged. ` +
    `Open the session with the \`userId\` of the person to whom both threads belong.`,

  overBudget: (details: { field: string; size: string; limit: string }) =>
    `"${details.field}" has ${details.size}, but its budget is ${details.limit}. ` +
    `Nothing was stored. Choose another policy, or write less.`,

  overLimit: (details: { node: string; field: string; size: string; limit: string }) =>
    `"${details.field}" has ${details.size} before "${details.node}" runs, more than its limit of ${details.limit}. ` +
    `Give the field a budget, or raise the limit.`,

  reducerWithoutIdentity: (details: { node: string; field: string }) =>
    `The reducer of "${details.field}" returns a new object for an undefined update (checked when "${details.node}" was defined). ` +
    `Return \`current\` itself when nothing changes.`,

  stepOutOfRange: (details: { index: unknown; length: number }) =>
    `The current step index is ${String(details.index)}, but the plan has ${details.length} step(s), counted from 0. ` +
    `Check whether the plan is done before reading its current step.`,

  superseded: (details: { threadId: string; checkpointId: string; newestId: string }) =>
    `Checkpoint "${details.checkpointId}" of thread "${details.threadId}" was stored, but the saver returns "${details.newestId}" as the newest one, ` +
    `because a clock was set back or another program wrote to the thread without a session. ` +
    `Use a saver that orders checkpoints by insertion, or correct the clock and repeat the call.`,

  stepLimit: (details: { threadId: string; limit: number | null }) =>
    `The turn of thread "${details.threadId}" reached its limit of ${details.limit === null ? "" : `${details.limit} `}steps (recursionLimit) before it ended. ` +
    `Its completed steps are stored. End the cycle in the graph, or call \`continue\` with a larger \`config.recursionLimit\`.`,

  threadBusy: (details: { threadId: string }) =>
    `Thread "${details.threadId}" is locked by another writer, so nothing was copied to it. Try again later, or choose another id.`,

  threadExists: (details: { threadId: string }) =>
    `Thread "${details.threadId}" already exists and was left unchanged. Choose another id, or delete that thread first.`,

  undigestible: (details: { at: string; found: string }) =>
    `The value cannot be hashed, because it is not JSON${details.at === "" ? "" : ` at "${details.at}"`}: found ${details.found}. ` +
    `Pass plain JSON: strings, finite numbers, booleans, null, lists, plain objects.`,

  unknownContextType: (details: { type: string; known: readonly string[] }) =>
    `Unknown context type "${details.type}". Known types: ${details.known.join(", ")}. Add it to defineContexts.`,

  unknownField: (details: { field: string; nearest: string | null; known: readonly string[] }) =>
    `The state has no field "${details.field}". ` +
    (details.nearest === null ? `Its fields are: ${details.known.join(", ")}.` : `Did you mean "${details.nearest}"?`) +
    ` Name a field and, if needed, a path inside it: task_ledger[2].status.`,

  userContended: (details: { user: string; attempts: number }) =>
    `The values of user "${details.user}" could not be stored, because other writers changed them in each of ${details.attempts} attempts. ` +
    `The updates are kept in the thread, and its next turn stores them.`,

  unstorableValue: (details: { node: string; at: string; found: string }) =>
    `"${details.at}" contains ${details.found} before "${details.node}" runs, which cannot be stored in a checkpoint. ` +
    `Store JSON: strings, finite numbers, booleans, null, lists, plain objects.`,
};

const named = (fields: readonly string[]): string =>
  `${fields.map((name) => `"${name}"`).join(", ")} ${fields.length === 1 ? "has" : "have"}`;

/** Errors thrown by `@tidemark/state-manager`. */
export const stateManagerErrors: Errors<"state-manager", typeof table> = /* @__PURE__ */ defineErrors(
  "state-manager",
  table,
);
