import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Files by path; a value that is not a string is written as JSON. */
export type Files = Readonly<Record<string, unknown>>;

/** Creates a folder that is removed at the end of the block that uses it. */
export function temporaryFolder(prefix: string): Disposable & { readonly path: string } {
  // Node resolves real paths, and so do programs that compare them.
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), prefix)));
  return { path: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A small workspace in a temporary folder. */
interface Fixture extends Disposable {
  readonly root: string;
  write(files: Files): void;
}

/** Creates a small workspace that is removed at the end of the block that uses it. */
export function fixture(files: Files): Fixture {
  const folder = temporaryFolder("gate-");
  const write = (more: Files): void => {
    for (const [file, content] of Object.entries(more)) {
      const place = path.join(folder.path, file);
      mkdirSync(path.dirname(place), { recursive: true });
      writeFileSync(place, typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`);
    }
  };
  write(files);
  return { root: folder.path, write, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}
