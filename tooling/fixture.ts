import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Files by path; a value that is not a string is written as JSON. */
export type Files = Readonly<Record<string, unknown>>;

/** A new folder that is removed at the end of the block that uses it. */
export function temporaryFolder(prefix: string): Disposable & { readonly path: string } {
  // Node resolves real paths, and so do programs that compare them.
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), prefix)));
  return { path: folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A small workspace in a temporary folder. */
export interface Fixture extends Disposable {
  readonly root: string;
  write(files: Files): void;
  /** Links an existing folder into the fixture. */
  link(place: string, target: string): void;
}

/** Lays out a small workspace, gone again at the end of the block that uses it. */
export function fixture(files: Files): Fixture {
  const folder = temporaryFolder("gate-");
  const root = folder.path;
  const place = (file: string): string => {
    const full = path.join(root, file);
    mkdirSync(path.dirname(full), { recursive: true });
    return full;
  };
  const write = (more: Files): void => {
    for (const [file, content] of Object.entries(more)) {
      writeFileSync(place(file), typeof content === "string" ? content : `${JSON.stringify(content, null, 2)}\n`);
    }
  };
  write(files);
  return {
    root,
    write,
    link(from, target) {
      if (!existsSync(place(from))) symlinkSync(target, place(from), "junction");
    },
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  };
}
