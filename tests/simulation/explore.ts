import type { SimulationResult } from "./simulation.graph.ts";
import type { Explorer } from "./exploration.ts";
import type { PersonPlan, Plan } from "./people.ts";

/** What an exhaustive exploration has seen. */
export interface Explored {
  /** Schedules that ended. */
  readonly schedules: number;
  /** Schedules that came into a state that was known. */
  readonly joined: number;
  readonly states: number;
  /** Number of ways that were not taken, because there were too many. */
  readonly left: number;
  /** First run that violates a promise. */
  readonly failure: SimulationResult | null;
}

/** A small world whose schedules can be counted. */
export interface SmallWorld {
  /**
   * Messages to one thread, each sent on a separate host. Those with `?` are answered there, or on the one after an `@`:
   * the question of `m0?@1` is answered on host 1.
   */
  readonly messages: readonly string[];
  /** Maximum number of faults of a schedule. */
  readonly faults: number;
  /** Number of runs after which no further one begins. Defaults to no limit. */
  readonly most?: number;
}

/** Plan of a small world. */
export function planOfMessages(messages: readonly string[]): Plan {
  const people = messages.map((message, host): PersonPlan => {
    const [text = "", place = String(host)] = message.split("@");
    const send = { host, action: { kind: "send", threadId: "a", text } } as const;
    const answer = { kind: "answer", threadId: "a", value: `y${host}`, stale: false, by: "ann" } as const;
    return text.includes("?") ? [send, { host: Number(place), action: answer }] : [send];
  });
  const hosts = 1 + Math.max(...people.flat().map(({ host }) => host));
  return { people, skews: Array.from({ length: hosts }, () => 0) };
}

/** Runs a world in all ways, depth first. */
export async function explore(
  { faults: mostFaults, most = Infinity }: SmallWorld,
  run: (explorer: Explorer) => Promise<SimulationResult>,
): Promise<Explored> {
  const states = new Set<string>();
  const left: (readonly number[])[] = [[]];
  let schedules = 0;
  let joined = 0;
  while (schedules + joined < most) {
    const path = left.pop();
    if (path === undefined) break;
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
    if (result.violations.length > 0)
      return { schedules, joined, states: states.size, left: left.length, failure: result };
    if (result.isKnown) joined += 1;
    else schedules += 1;
  }
  return { schedules, joined, states: states.size, left: left.length, failure: null };
}
