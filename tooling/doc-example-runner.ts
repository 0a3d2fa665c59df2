// Runs the modules named on the command line, one after the other, and writes one JSON line for each: what it printed.
import { Console } from "node:console";
import path from "node:path";
import { Writable } from "node:stream";
import { pathToFileURL } from "node:url";

const original = globalThis.console;

for (const file of process.argv.slice(2)) {
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
  process.stdout.write(
    `${JSON.stringify({ name: path.basename(file), printed, ...(error === undefined ? {} : { error }) })}\n`,
  );
}
