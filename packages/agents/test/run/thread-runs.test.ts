import { killSwitch } from "@tidemark/agents";
import { ThreadRuns } from "@tidemark/agents/internal/langgraph";
import { describe, expect, test } from "vitest";

const on = (threadId: unknown) => ({ configurable: { thread_id: threadId } });

describe("ThreadRuns", () => {
  test("returns one run for all nodes of a thread, until one of them ends it", () => {
    const switches = killSwitch();
    const runs = new ThreadRuns(switches);
    const run = runs.enter(on("ann"));
    expect([runs.enter(on("ann")) === run, runs.enter(on("ben")) === run]).toEqual([true, false]);
    runs.leave(on("ann"));
    runs.leave(on("ann"));
    expect([switches.threads(), runs.enter(on("ann")) === run]).toEqual([["ben"], false]);
  });

  test("a kill stops a node that continues an abandoned run, and not the next turn", () => {
    const switches = killSwitch();
    const runs = new ThreadRuns(switches);
    runs.enter(on("ann"));
    expect(switches.kill("ann", "enough").outcome).toBe("killed");
    expect(runs.enter(on("ann")).reason()).toBe("enough");
    expect(runs.begin(on("ann")).reason()).toBeNull();
    expect(runs.enter(on("ann")).reason()).toBeNull();
  });

  test("runs without a thread share one thread", () => {
    const runs = new ThreadRuns(killSwitch());
    expect(runs.enter({})).toBe(runs.enter(on(7)));
  });
});
