import { DatabaseSync } from "node:sqlite";

/** The outside world: effects by their keys, and how often each was tried. */
export class Witness {
  readonly #database: DatabaseSync;

  constructor(file: string) {
    this.#database = new DatabaseSync(file, { timeout: 60_000 });
    this.#database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS effects (key TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
      CREATE TABLE IF NOT EXISTS tries (text TEXT NOT NULL) STRICT`);
  }

  /** Does something once for each key. */
  act(key: string, text: string): void {
    this.#database.prepare("INSERT INTO tries (text) VALUES (?)").run(text);
    this.#database.prepare("INSERT OR IGNORE INTO effects (key, text) VALUES (?, ?)").run(key, text);
  }

  /** Returns the number of effects by text. */
  effects(): ReadonlyMap<string, number> {
    const rows = this.#database.prepare("SELECT text, count(*) AS count FROM effects GROUP BY text").all();
    return new Map(rows.map((row) => [String(row["text"]), Number(row["count"])]));
  }

  /** Returns the number of tries. */
  tries(): number {
    return Number(this.#database.prepare("SELECT count(*) AS count FROM tries").get()?.["count"]);
  }

  close(): void {
    this.#database.close();
  }
}
