import type { Plan } from "./people.ts";
import type { Schedule } from "./scheduler.ts";

/** A plan and its schedule. */
export interface Case {
  readonly plan: Plan;
  readonly schedule: Schedule;
}

/** Maximum number of runs. */
const MOST_RUNS = 300;

/** Leaves out what a failure does not need: actions of people, then deviations of the schedule. */
export async function shrink(found: Case, fails: (smaller: Case) => Promise<boolean>): Promise<Case> {
  let smallest = found;
  let runs = 0;
  const attempt = async (smaller: Case): Promise<boolean> => {
    if (runs >= MOST_RUNS) return false;
    runs += 1;
    if (!(await fails(smaller))) return false;
    smallest = smaller;
    return true;
  };
  for (let before: Case | null = null; before !== smallest;) {
    before = smallest;
    for (const [person, actions] of smallest.plan.people.entries()) {
      for (let place = actions.length - 1; place >= 0; place -= 1) {
        const { plan, schedule } = smallest;
        const people = plan.people.map((each, at) =>
          at === person ? each.filter((_, index) => index !== place) : each,
        );
        await attempt({ plan: { ...plan, people }, schedule });
      }
    }
    for (let size = smallest.schedule.size; size >= 1; size = Math.floor(size / 2)) {
      for (let from = 0; from < smallest.schedule.size;) {
        const entries = [...smallest.schedule];
        const fewer = [...entries.slice(0, from), ...entries.slice(from + size)];
        if (!(await attempt({ plan: smallest.plan, schedule: new Map(fewer) }))) from += size;
      }
    }
    if (smallest.plan.skews.some((skew) => skew !== 0))
      await attempt({ ...smallest, plan: { ...smallest.plan, skews: smallest.plan.skews.map(() => 0) } });
  }
  return smallest;
}
