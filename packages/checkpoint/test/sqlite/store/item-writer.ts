// Writes items in batches of two until it is killed, and prints the number of each acknowledged batch.
import { sqliteStore } from "../../../src/sqlite.ts";

export async function run({ file, round }: { readonly file: string; readonly round: number }): Promise<void> {
  const store = sqliteStore({ file });
  for (let index = 0; ; index += 1) {
    const key = `k${index}`;
    await store.batch([
      { namespace: [`r${round}`, "left"], key, value: { index } },
      { namespace: [`r${round}`, "right"], key, value: { index } },
    ]);
    process.stdout.write(`${index}\n`);
  }
}
