// Runs the modules named on the command line after a report file, one by one, and writes one JSON line into that file for
// each: what it printed. What an example's own test runner says on the terminal stays out of the report.
import { appendFileSync } from "node:fs";
import { Console } from "node:console";
import path from "node:path";
import { Writable } from "node:stream";
import { pathToFileURL } from "node:url";

const original = globalThis.console;

const [report = "", ...files] = process.argv.slice(2);

for (const file of files) {
  let printed = "";
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      printed += chunk.toString();
      done();
    },
  });
  const captured = new Console({ stdout: stream, stderr: process.stderr, colorMode: false });
  globalThis.console = captured;
  let error: string | undefined;
  try {
    await import(pathToFileURL(file).href);
  } catch (thrown) {
    error = thrown instanceof Error ? String(thrown.stack) : String(thrown);
  }
  globalThis.console = original;
  const result = { name: path.basename(file), printed, ...(error === undefined ? {} : { error }) };
  appendFileSync(report, `${JSON.stringify(result)}\n`);
}
