// Runs turns of one user in separate threads, at the same time as other processes.
import { MemorySaver } from "@langchain/langgraph";
import { openSession } from "tidemark";
import { openUserStore, profileGraph, type StoreAddress } from "./profile.ts";

/** Command-line arguments of a worker. */
export interface TurnsOrder {
  readonly store: StoreAddress;
  readonly name: string;
  readonly turns: number;
}

export async function run({ store: address, name, turns }: TurnsOrder): Promise<void> {
  const { store, close } = openUserStore(address);
  const graph = profileGraph(new MemorySaver(), store);
  const refused: unknown[] = [];
  const threads = ["a", "b"].map(async (thread) => {
    const session = openSession({ graph, threadId: `${name}-${thread}`, userId: "ann" });
    for (let index = 0; index < turns; index += 1) {
      const said = index % 4 === 3 ? `name ${name}${thread}${index}` : `${name}${thread}${index}`;
      const turn = await session.send(said);
      if (turn.outcome !== "done") throw new Error(turn.outcome);
      refused.push(...(turn.refused ?? []));
    }
  });
  await Promise.all(threads);
  await close();
  process.stdout.write(JSON.stringify(refused));
}
