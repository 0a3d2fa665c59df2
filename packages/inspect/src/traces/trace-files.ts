import { existsSync, openSync, closeSync, readdirSync, readSync, statSync } from "node:fs";
import path from "node:path";
import { inspectErrors } from "../errors.ts";
import { type GenAiSpan, spansOf } from "./otlp-span.ts";
import type { TracedCall, TracedPart, Traces } from "./traced-call.ts";

/** Endings of files with one export request in each line. */
const LINES = /\.(?:jsonl|json|ndjson)$/;

/** Maximum number of bytes that are read of one file, the newest ones. */
const MAX_BYTES = 64_000_000;

/** Maximum number of spans that are kept. */
const MAX_SPANS = 50_000;

/** Milliseconds by which the clock of a trace may differ from that of the database. */
const TOLERANCE = 1_000;

/** Place of a line in a file, and what its span says without its content. */
interface Known {
  readonly file: string;
  readonly begin: number;
  readonly length: number;
  readonly span: Omit<GenAiSpan, "call">;
}

/** A file as it was read last. */
interface ReadFile {
  readonly id: number;
  readonly end: number;
}

/**
 * Traces that `traceToFile`, or any exporter of OTLP in JSON lines, has written: a file or a folder of them.
 *
 * Files that have grown are read on from where they ended. Content is read again when it is shown. Throws `inspect/notReadable` for a path
 * that does not exist.
 */
export class TraceFiles implements Traces {
  readonly #path: string;
  readonly #files = new Map<string, ReadFile>();
  #spans: Known[] = [];

  constructor(place: string) {
    if (!existsSync(place)) throw inspectErrors.notReadable({ database: place, problem: "there are no traces" });
    this.#path = place;
  }

  callsIn(part: TracedPart): Promise<readonly TracedCall[]> {
    this.#readNew();
    const own = this.#spans.filter(({ span }) => isIn(span, part)).map((known) => ({ known, span: this.#read(known) }));
    const spans = own.flatMap(({ span }) => (span === null ? [] : [span])).toSorted((a, b) => a.from - b.from);
    return Promise.resolve(rooted(spans));
  }

  #readNew(): void {
    for (const file of this.#paths()) {
      const { size, ino } = statSync(file);
      const known = this.#files.get(file);
      const isSame = known !== undefined && known.id === ino && size >= known.end;
      if (isSame && size === known.end) continue;
      // A file that was begun again under the same name.
      if (known !== undefined && !isSame) this.#spans = this.#spans.filter((each) => each.file !== file);
      const begin = Math.max(isSame ? known.end : 0, size - MAX_BYTES);
      const bytes = bytesOf(file, begin, size - begin);
      const end = bytes.lastIndexOf(NEWLINE) + 1;
      this.#note(file, bytes.subarray(0, end), begin);
      this.#files.set(file, { id: ino, end: begin + end });
    }
    if (this.#spans.length > MAX_SPANS) this.#spans = this.#spans.slice(-MAX_SPANS);
  }

  #note(file: string, bytes: Buffer, offset: number): void {
    for (let begin = 0; begin < bytes.length;) {
      const end = bytes.indexOf(NEWLINE, begin);
      const length = (end === -1 ? bytes.length : end) - begin;
      for (const { call: _call, ...span } of spansOf(bytes.toString("utf8", begin, begin + length)))
        this.#spans.push({ file, begin: offset + begin, length, span });
      begin += length + 1;
    }
  }

  /** Reads a span with its content. Null if the file was removed meanwhile. */
  #read({ file, begin, length, span }: Known): GenAiSpan | null {
    try {
      return (
        spansOf(bytesOf(file, begin, length).toString("utf8")).find(({ spanId }) => spanId === span.spanId) ?? null
      );
    } catch {
      return null;
    }
  }

  #paths(): readonly string[] {
    try {
      if (!statSync(this.#path).isDirectory()) return [this.#path];
      const names = readdirSync(this.#path).filter((name) => LINES.test(name));
      return names.map((name) => path.join(this.#path, name)).filter((file) => statSync(file).isFile());
    } catch {
      // A file may be renamed while it is looked for.
      return [];
    }
  }
}

const NEWLINE = 10;

function bytesOf(file: string, begin: number, length: number): Buffer {
  const descriptor = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(Math.max(0, length));
    return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, begin));
  } finally {
    closeSync(descriptor);
  }
}

/** True for a span of one of the nodes, or within one, that ran in this part of the thread. */
const isIn = (span: Known["span"], { threadId, nodes, from, to }: TracedPart): boolean =>
  (span.threadId === null || span.threadId === threadId) &&
  (span.agent === null || nodes.includes(span.agent)) &&
  (span.threadId !== null || span.agent !== null || span.parentId !== null) &&
  span.from >= from - TOLERANCE &&
  span.to <= to + TOLERANCE;

/** Spans as calls, each within its parent. One whose parent is not about a model or a tool stands for itself, if it names the thread. */
function rooted(spans: readonly GenAiSpan[]): readonly TracedCall[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const callOf = (span: GenAiSpan): TracedCall => ({
    ...span.call,
    calls: spans.filter(({ parentId, spanId }) => parentId === span.spanId && spanId !== span.spanId).map(callOf),
  });
  return spans
    .filter(({ parentId, threadId }) => threadId !== null && (parentId === null || !ids.has(parentId)))
    .map(callOf);
}
