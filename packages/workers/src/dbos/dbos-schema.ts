import { DBOS } from "@dbos-inc/dbos-sdk";
import { systemClock } from "@tidemark/state-manager";

/** Number of attempts to create or migrate the tables. */
const ATTEMPTS = 20;

/** Creates the tables of DBOS, or migrates them. Its migrations take no lock: when processes start together, all but one may fail. */
export async function prepareDbos(connectionString: string, schema: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await DBOS.migrate(connectionString, { schemaName: schema });
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await systemClock.wait(50 * attempt);
    }
  }
}
