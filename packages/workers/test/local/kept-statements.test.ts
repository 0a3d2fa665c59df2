import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { sqliteDatabase } from "../../src/sqlite/sqlite-database.ts";

/** Selects this number, in a statement that contains it. */
const select = (number: number): string => `SELECT ${number} AS number, ? AS given`;

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);

/** A database, and the texts of its statements that were prepared. */
function opened() {
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  const database = sqliteDatabase(":memory:");
  onTestFinished(() => database.close());
  const prepared = (number: number) => prepare.mock.calls.filter(([text]) => text === select(number)).length;
  return { database, prepared };
}

test("a file of turns runs more than 200 different statements in one transaction, and each again", async () => {
  const { database } = opened();
  const rounds = [...numbers(450), ...numbers(450)];
  const read = await database.write("durable", null, async (sql) => {
    await sql.run("CREATE TABLE kept (number INTEGER, given TEXT)");
    const rows: unknown[] = [];
    for (const number of rounds) {
      rows.push(await sql.get(select(number), `given ${number}`));
      // The second statement is prepared while the first one is used.
      await sql.changeFrom(
        [select(number), `${number}`],
        [`INSERT INTO kept SELECT source.number, '${number}' || ? FROM source`, "!"],
      );
    }
    return rows;
  });
  expect(read).toEqual(rounds.map((number) => ({ number, given: `given ${number}` })));
  const kept = await database.read((sql) => sql.all("SELECT number, given FROM kept"));
  expect(kept).toEqual(rounds.map((number) => ({ number, given: `${number}!` })));
});

test("a connection prepares a statement once while there are few, and keeps at most 200", async () => {
  const { database, prepared } = opened();
  const run = (count: number) =>
    database.read(async (sql) => {
      for (const number of numbers(count)) await sql.get(select(number), "");
    });
  await run(50);
  await run(50);
  expect(numbers(50).map(prepared)).toEqual(numbers(50).map(() => 1));
  await run(300);
  await run(50);
  expect(numbers(50).map(prepared)).toEqual(numbers(50).map(() => 2));
});
