import type { LeaseStore } from "@tidemark/checkpoint/internal";
import type { ModelDatabase } from "./model-database.ts";
import type { StorageWitness } from "./witness.ts";

const lock = (threadId: string): string => `lease of ${threadId}`;

/** Leases in memory, by the clock of the database. */
export function modelLeases(database: ModelDatabase, witness: StorageWitness): LeaseStore {
  const { leases, scheduler } = database;
  return {
    prepare: () => database.read("prepares the locks", () => true),
    take(threadId, _, milliseconds) {
      const life = scheduler.running;
      // A subquery sees what is committed when its statement begins.
      let cleared = 0;
      return database.write(
        `asks for ${threadId}`,
        lock(threadId),
        () => {
          const now = scheduler.databaseNow;
          const row = leases.get(threadId);
          if (row !== undefined && row.expires > now) {
            const isAhead = row.expires > now + row.milliseconds;
            if (isAhead) leases.set(threadId, { ...row, expires: now + row.milliseconds });
            return null;
          }
          const token = row === undefined ? 1 + cleared : row.token + 1;
          leases.set(threadId, { token, expires: now + milliseconds, milliseconds });
          witness.leased(life, threadId, token);
          return { token };
        },
        () => {
          cleared = database.clearedToken;
        },
      );
    },
    renew: (threadId, token, milliseconds) =>
      database.write(`renews its lease of ${threadId}`, lock(threadId), () => {
        if (leases.get(threadId)?.token !== token) return false;
        leases.set(threadId, { token, expires: scheduler.databaseNow + milliseconds, milliseconds });
        return true;
      }),
    holds: (threadId, token) =>
      database.read(`checks its lease of ${threadId}`, () => leases.get(threadId)?.token === token),
    free: (threadId, token) =>
      database.write(`gives back ${threadId}`, lock(threadId), () => {
        const row = leases.get(threadId);
        if (row?.token === token) leases.set(threadId, { ...row, expires: 0 });
      }),
  };
}
