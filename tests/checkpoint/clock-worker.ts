// Takes turns on a thread until it is killed, and says what each acknowledged turn has found: the bundle of the tests calls it.
import { type HostOrders, openHost } from "./hosts.ts";

/** What a worker is given on its command line. */
export interface ClockOrders extends HostOrders {
  readonly threadId: string;
  readonly name: string;
}

/** What a worker says of an acknowledged turn. */
export interface Acknowledged {
  readonly said: string;
  /** Everything that was said up to that turn. */
  readonly log: readonly string[];
}

export async function run({ threadId, name, ...orders }: ClockOrders): Promise<never> {
  const host = await openHost(orders);
  const session = host.session(threadId);
  process.stdout.write('"ready"\n');
  for (let turn = 0; ; turn += 1) {
    const said = `${name}.${turn}`;
    const result = await session.send(said);
    if (result.outcome !== "done") continue;
    const acknowledged: Acknowledged = { said, log: result.state.log_said };
    process.stdout.write(`${JSON.stringify(acknowledged)}\n`);
  }
}
