// Runs the modules named in the arguments after the report file, one by one, and writes a JSON line for each: its output, or its error.
import { appendFileSync } from "node:fs";
import { Console } from "node:console";
import path from "node:path";
import { Writable } from "node:stream";
import { pathToFileURL } from "node:url";

const [report = "", ...names] = process.argv.slice(2);
const original = globalThis.console;

for (const name of names) {
  let printed = "";
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      printed += chunk.toString();
      done();
    },
  });
  globalThis.console = new Console({ stdout, stderr: process.stderr, colorMode: false });
  const error = await import(pathToFileURL(path.resolve(name)).href).then(
    () => undefined,
    (thrown: unknown) => (thrown instanceof Error ? String(thrown.stack) : String(thrown)),
  );
  globalThis.console = original;
  appendFileSync(report, `${JSON.stringify({ name, printed, error })}\n`);
}
