import type { ThreadStep, ThreadSteps } from "../history/thread-steps.ts";

/** Steps that followed a step in its turn, oldest first. Where the thread was forked, those that led to the newest step. */
export function restOfTurn({ steps, byId }: ThreadSteps, from: string): readonly ThreadStep[] {
  const rest: ThreadStep[] = [];
  const first = byId.get(from);
  for (let tip = first; tip !== undefined;) {
    const { id, branch } = tip;
    const children = steps.filter((each) => each.parent === id && each.source !== "input");
    tip = children.find((each) => each.branch === branch) ?? children[0];
    if (tip !== undefined) rest.push(tip);
  }
  return rest;
}
