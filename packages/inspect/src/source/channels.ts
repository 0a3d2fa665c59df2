/** Channels that LangGraph makes for itself. */
const OWN = /^(?:__(?!root__$)|branch:|join:)/;

/** True for a field of the application. */
export const isField = (channel: string): boolean => !OWN.test(channel);

/** Channel of the tasks that `Send` has created. */
export const SENDS = "__pregel_tasks";

/** Channel of the questions of tasks. */
export const ASKED = "__interrupt__";

/** Channel of the errors of tasks. */
export const FAILED = "__error__";

/** Channel of an input, which the task of the same name writes into the fields. */
export const INPUT = "__start__";

const BRANCH = "branch:to:";
const JOIN = /^join:(?<starts>.+):(?<node>[^:]+)$/;

/** True for a channel that decides which nodes run next. */
export const decidesNext = (channel: string): boolean =>
  channel === INPUT || channel === SENDS || channel.startsWith(BRANCH) || channel.startsWith("join:");

/** Nodes that run after a checkpoint, by the channels that it contains and the values of some of them. */
export function nextNodes(channels: Iterable<string>, valueOf: (channel: string) => unknown): readonly string[] {
  const next: string[] = [];
  for (const channel of channels) {
    if (channel === INPUT) next.push(INPUT);
    else if (channel.startsWith(BRANCH)) next.push(channel.slice(BRANCH.length));
    else if (channel === SENDS) next.push(...sentTo(valueOf(channel)));
    else if (isComplete(channel, valueOf)) next.push(JOIN.exec(channel)?.groups?.["node"] ?? "");
  }
  return next;
}

/** True for a channel that waits for several nodes, when all of them have finished. */
function isComplete(channel: string, valueOf: (channel: string) => unknown): boolean {
  const { starts } = JOIN.exec(channel)?.groups ?? {};
  if (starts === undefined) return false;
  const seen = valueOf(channel);
  return Array.isArray(seen) && starts.split("+").every((start) => seen.includes(start));
}

function sentTo(sends: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(sends) ? sends : [];
  return list.flatMap((send) => {
    const node: unknown = typeof send === "object" && send !== null ? Reflect.get(send, "node") : null;
    return typeof node === "string" ? [node] : [];
  });
}
