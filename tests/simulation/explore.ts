import type { SimulationResult } from "./simulation.graph.ts";
import type { Explorer } from "./exploration.ts";
import type { Plan } from "./people.ts";

/** What an exhaustive exploration has seen. */
export interface Explored {
  /** Schedules that ended. */
  readonly schedules: number;
  /** Schedules that came into a state that was known. */
  readonly joined: number;
  readonly states: number;
  /** First run that violates a promise. */
  readonly failure: SimulationResult | null;
}

/** A small world whose schedules can be counted. */
export interface SmallWorld {
  /** Messages to one thread, each sent on a separate host. Those with `?` are answered there. */
  readonly messages: readonly string[];
  /** Maximum number of faults of a schedule. */
  readonly faults: number;
}

/** Plan of a small world. */
export const planOfMessages = (messages: readonly string[]): Plan => ({
  people: messages.map((text, host) => [
    { host, action: { kind: "send", threadId: "a", text } },
    ...(text.includes("?")
      ? [{ host, action: { kind: "answer", threadId: "a", value: `y${host}`, stale: false, by: "ann" } as const }]
      : []),
  ]),
  skews: messages.map(() => 0),
});

/** Runs a world in all ways, depth first. */
export async function explore(
  mostFaults: number,
  run: (explorer: Explorer) => Promise<SimulationResult>,
): Promise<Explored> {
  const states = new Set<string>();
  const left: (readonly number[])[] = [[]];
  let schedules = 0;
  let joined = 0;
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    const taken: number[] = [];
    const begun = path;
    const choose: Explorer["choose"] = (ways, state) => {
      const known = begun[taken.length];
      if (known === undefined) {
        const now = state();
        if (states.has(now)) return null;
        states.add(now);
        for (let way = ways - 1; way > 0; way -= 1) left.push([...taken, way]);
      }
      taken.push(known ?? 0);
      return known ?? 0;
    };
    const result = await run({ mostFaults, choose });
    if (result.violations.length > 0) return { schedules, joined, states: states.size, failure: result };
    if (result.isKnown) joined += 1;
    else schedules += 1;
  }
  return { schedules, joined, states: states.size, failure: null };
}
