import { PLANTED_IN_APPROVALS } from "./planted-in-approvals.ts";
import { type ListedFault, PLANTED_IN_TURNS } from "./planted-in-turns.ts";

const small = "small" as const;
const users = "users" as const;
const forks = "forks" as const;

const SESSIONS = "state-manager/src/sessions";
const SAVER = `${SESSIONS}/turn-saver.graph.ts`;
const TURNS = `${SESSIONS}/session-turns.graph.ts`;
const FINISH = `${SESSIONS}/finish-turn.graph.ts`;
const LEASED = "checkpoint/src/locks/leased-locks.ts";
const QUEUE = "checkpoint/src/locks/thread-queue.ts";
const SQLITE_LOCKS = "checkpoint/src/sqlite/locks/sqlite-locks.ts";
const WRITER = "checkpoint/src/sqlite/writer.ts";
const STORE = "state-manager/src/users/user-store.graph.ts";
const SETTLE = "state-manager/src/users/settle-updates.ts";

/** Faults of the protocol, each of which a world finds. */
export const PLANTED_FAULTS: readonly ListedFault[] = [
  {
    name: "the fence is not asked in the transaction",
    world: small,
    storage: "sqlite",
    file: WRITER,
    line: 'if (Number(lease?.["token"] ?? 0) > token) throw checkpointErrors.fenced({ threadId });',
    instead: "void lease;",
  },
  {
    name: "tokens are compared the wrong way",
    world: small,
    storage: "sqlite",
    file: WRITER,
    line: "?? 0) > token) throw",
    instead: "?? 0) < token) throw",
  },
  {
    name: "a checkpoint carries no token",
    world: small,
    file: SAVER,
    line: "durable ? leaseMarks(token, checkpoint.id) : {}",
    instead: "{}",
  },
  {
    name: "a pending write carries no token",
    world: small,
    file: SAVER,
    line: "const stamped = durable ? { ...config, configurable: { ...config.configurable, [FENCE]: token } } : config;",
    instead: "const stamped = durable ? config : config;",
  },
  {
    name: "the token is that of the checkpoint before",
    world: small,
    file: "checkpoint/src/kernel/lease-names.ts",
    line: "Reflect.get(metadata, FENCE_OF) === checkpointId ? tokenIn(metadata) : null;",
    instead: "Reflect.get(metadata, FENCE_OF) === checkpointId ? null : tokenIn(metadata);",
  },
  {
    name: "a lease does not raise the token",
    world: small,
    storage: "sqlite",
    file: SQLITE_LOCKS,
    line: "token = token + 1, holder = excluded.holder",
    instead: "token = token, holder = excluded.holder",
  },
  {
    name: "a wait for a lease never asks again",
    world: small,
    file: LEASED,
    line: "await clock.wait(pause, signal);",
    instead: "await clock.wait(pause * 1e9, signal);",
  },
  {
    name: "a caller that gave up keeps its place in the queue",
    world: small,
    file: QUEUE,
    line: "      open();\n      void mine.then(leave);",
    instead: "      void leave;",
  },
  {
    name: "a thread is not left after a call",
    world: small,
    file: LEASED,
    line: "        } finally {\n            leave();",
    instead: "        } finally {\n            void leave;",
  },
  {
    name: "newest is not checked, nor the lease at the end",
    world: small,
    file: TURNS,
    line: "    if (loss !== null) return loss;\n",
    instead: "    void loss;\n",
  },
  {
    name: "a fenced call says that it is stored",
    world: small,
    file: `${SESSIONS}/lost-call.graph.ts`,
    line: "const stored = isIncluded &&",
    instead: "const stored = true || isIncluded &&",
  },
  {
    name: "a second answer is taken",
    world: small,
    file: TURNS,
    line: "const asked = interrupts.find(({ id }) => id === named) ?? askedAgain(interrupts, given);",
    instead: 'const asked = interrupts[0] ?? { id: named, kind: "custom" as never, value: null as never };',
  },
  {
    name: "an unfinished turn is not finished",
    world: small,
    file: FINISH,
    line: '  if (!isAtEnd && unfinished !== "end") return finishTurn(',
    instead: '  if (!isAtEnd && unfinished === ("none" as never)) return finishTurn(',
  },
  {
    name: "writes of finished nodes are dropped",
    world: small,
    file: FINISH,
    line: "  if (hasPendingWrites) await graph.updateState(config, null, END);",
    instead: "  void [graph, config, hasPendingWrites];",
  },
  {
    name: "a repeated call runs again",
    world: small,
    file: TURNS,
    line: "const isRepeated = key !== undefined && calls.keys.includes(key);",
    instead: "const isRepeated = key !== undefined && calls.keys.includes(`${key}!`);",
  },
  {
    name: "a checkpoint does not name the calls of its turn",
    world: small,
    file: `${SESSIONS}/turn-run.graph.ts`,
    line: "  ...callMarks(calls, checkpointId),",
    instead: "  ...callMarks(NO_CALLS, checkpointId),",
  },
  {
    name: "an edit does not wait for the lease",
    world: small,
    file: `${SESSIONS}/session-edits.graph.ts`,
    line: "await writeEdit(saver, threadId, { values: all, clock, marks });",
    instead: "await writeEdit(thread.saver, threadId, { values: all, clock, marks });",
  },
  {
    name: "a thread is deleted without a lease",
    world: small,
    file: SAVER,
    line: "super.deleteThread(threadId, durable ? { fence: token } : {})",
    instead: "super.deleteThread(threadId, durable ? {} : {})",
  },
  {
    name: "a key of an effect changes when a node runs again",
    world: small,
    file: "state-manager/src/ownership/define-node.graph.ts",
    line: "return digest(key);",
    instead: "return digest([key, clock.now()]);",
  },
  {
    name: "a change of a user is stored without a comparison",
    world: users,
    file: STORE,
    line: "if (await swap({ ...place, etag: etagOf(before), value: itemOf(result.record) })) return result;",
    instead: "await store.put(userNamespace(user), ITEM, itemOf(result.record));\n    void swap;\n    return result;",
  },
  {
    name: "an update of a user is applied again",
    world: users,
    file: SETTLE,
    line: "    if (contains(before, update.key)) continue;",
    instead: '    if (contains(before, "")) continue;',
  },
  {
    name: "updates of a user that are not stored are forgotten",
    world: users,
    file: "state-manager/src/users/user-turn.graph.ts",
    line: "    !updates.inherited && hasUpdatesOf(current, user)\n",
    instead: "    !updates.inherited && begins && hasUpdatesOf(current, user)\n",
  },
  {
    name: "a user who was forgotten is remembered by a turn that runs",
    world: users,
    file: SETTLE,
    line: "if (isOlder) return",
    instead: 'if (isOlder && record.id === "") return',
  },
  {
    name: "the key of an update has no task",
    world: users,
    file: "core-state/src/user/user-writes.graph.ts",
    line: "    key: `${source}/${declared.name}`,",
    instead: "      key: `${declared.name}`,",
  },
  {
    name: "the key of an effect and of an update has no thread",
    world: forks,
    file: "core-state/src/user/task-key.ts",
    line: "return JSON.stringify([thread, task, ",
    instead: "return JSON.stringify([task, ",
  },
  {
    name: "the key of an update has no thread",
    world: forks,
    file: "core-state/src/user/user-writes.graph.ts",
    line: 'typeof task === "string" ? await taskKey(config) :',
    instead: 'typeof task === "string" ? task :',
  },
  {
    name: "an import keeps the right to write the values of a user",
    world: forks,
    file: "state-manager/src/sessions/imported-tuple.graph.ts",
    line: "    ...noUserUpdates(),\n    inherited:",
    instead: "    ...noUserUpdates(),\n    ...(isPlainRecord(value) ? value : {}),\n    inherited:",
  },
  {
    name: "a fork is made without the two newest checkpoints",
    world: forks,
    file: "state-manager/src/sessions/fork-thread.graph.ts",
    line: "checkpointId === null ? roots.at(-1)",
    instead: "checkpointId === null ? (roots.at(-3) ?? roots.at(-1))",
  },
  {
    name: "a fork is made without the newest checkpoint",
    world: forks,
    file: "state-manager/src/sessions/fork-thread.graph.ts",
    line: "checkpointId === null ? roots.at(-1)",
    instead: "checkpointId === null ? (roots.at(-2) ?? roots.at(-1))",
  },
  {
    name: "a proposal is decided again",
    world: forks,
    file: "state-manager/src/ownership/decide-change.ts",
    line: "if (again || draft.decided.has(proposal.proposalId, field))",
    instead: "if (again)",
  },
  {
    name: "a turn is that of the person who answers",
    world: forks,
    file: "state-manager/src/users/user-turn.graph.ts",
    line: 'return recorded === null || recorded.user === "" ? user : recorded.user;',
    instead: "return recorded === null ? user : user;",
  },
  ...PLANTED_IN_TURNS,
  ...PLANTED_IN_APPROVALS,
];
