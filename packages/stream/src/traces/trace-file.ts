import { appendFileSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, extname } from "node:path";

/** Options of a file of traces. */
export interface TraceFileOptions {
  readonly path: string;
  readonly maxBytes: number;
  readonly maxFiles: number;
}

/**
 * Appends lines to a file, and starts a new one before a line that would make it too large.
 *
 * Older files get a number before their extension, the newest of them `1`. Those beyond `maxFiles` are deleted. A line is written before
 * the call returns, so a process that is killed loses none of them.
 */
export class TraceFile {
  readonly #options: TraceFileOptions;
  #bytes: number;

  constructor(options: TraceFileOptions) {
    this.#options = options;
    mkdirSync(dirname(options.path), { recursive: true });
    // Creates the file, so that a folder without permission is reported now.
    appendFileSync(options.path, "");
    this.#bytes = statSync(options.path).size;
  }

  append(line: string): void {
    const { path, maxBytes } = this.#options;
    const text = `${line}\n`;
    const bytes = Buffer.byteLength(text);
    if (this.#bytes > 0 && this.#bytes + bytes > maxBytes) this.#rotate();
    appendFileSync(path, text);
    this.#bytes += bytes;
  }

  #rotate(): void {
    const { path, maxFiles } = this.#options;
    rmSync(this.#older(maxFiles - 1), { force: true });
    for (let number = maxFiles - 2; number >= 1; number -= 1) moveIfAny(this.#older(number), this.#older(number + 1));
    if (maxFiles > 1) moveIfAny(path, this.#older(1));
    else rmSync(path, { force: true });
    this.#bytes = 0;
  }

  #older(number: number): string {
    const { path } = this.#options;
    const extension = extname(path);
    return `${path.slice(0, path.length - extension.length)}.${number}${extension}`;
  }
}

function moveIfAny(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (Reflect.get(Object(error), "code") !== "ENOENT") throw error;
  }
}
