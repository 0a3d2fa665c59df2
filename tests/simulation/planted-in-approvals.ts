import type { ListedFault } from "./planted-in-turns.ts";

const approvals = "approvals" as const;

const APPROVERS = "state-manager/src/answers/approvers.ts";
const ASK = "agents/src/approvals/ask.graph.ts";

/** Faults of approvals by people who a rule names. */
export const PLANTED_IN_APPROVALS: readonly ListedFault[] = [
  {
    name: "the rule is not asked about the person who decides",
    world: approvals,
    file: APPROVERS,
    line: "return by === undefined || isAllowed(by, { user, request }) ? null",
    instead: "return by === undefined || isAllowed(by, { user, request }) || user !== null ? null",
  },
  {
    name: "an answer is decided without the rule",
    world: approvals,
    file: ASK,
    line: "approvers: found === null ? null : { ...found, ...people },",
    instead: "approvers: found === null || user !== null ? null : { ...found, ...people },",
  },
  {
    name: "the person who sent the message approves",
    world: approvals,
    file: APPROVERS,
    line: "if (isRequester || user === requester) return",
    instead: 'if ((isRequester || user === requester) && user === "") return',
  },
  {
    name: "one approval is enough where the rule wants two",
    world: approvals,
    file: APPROVERS,
    line: "requester).length >= signaturesOf(approvers);",
    instead: "requester).length >= Math.min(1, signaturesOf(approvers));",
  },
  {
    name: "a refused answer is kept for the next person",
    world: approvals,
    file: ASK,
    line: "await takeBackAnswer();",
    instead: "void takeBackAnswer;",
  },
  {
    name: "a turn is that of the person who continues it",
    world: approvals,
    file: "state-manager/src/turns/turn-start.graph.ts",
    line: "const config = asSender(given);",
    instead: "const config = asSender({ ...given, configurable: { ...given.configurable, __tidemark_sender: null } });",
  },
  {
    name: "an answer in a copy is to the request of the original",
    world: approvals,
    file: "agents/src/approvals/thread.ts",
    line: "threadId !== undefined && thread !== undefined && threadId !== thread;",
    instead: "threadId !== undefined && thread !== undefined && threadId !== thread && thread.length < 0;",
  },
];
