import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ended, Place } from "./terminal/program.ts";

const example = path.join(import.meta.dirname, "..");
const readme = readFileSync(path.join(example, "README.md"), "utf8");
const line = /## Add a field[^]*?```ts(?: ignore)?\n(.*)\n```/.exec(readme)?.[1] ?? "";

test("the line of the README gives events another field, which is read, asked about, stored, changed and undone", async () => {
  // Inside of the example, so that the copy finds its packages.
  const copy = mkdtempSync(path.join(example, "copy-"));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const folder of ["src", "data"])
    cpSync(path.join(example, folder), path.join(copy, folder), { recursive: true });
  const file = path.join(copy, "src/domain/calendar-event.ts");
  const source = readFileSync(file, "utf8");
  const details = "export const EventDetails = z.strictObject({\n";
  expect([line, source.split(details).length]).toEqual([expect.stringContaining("dressCode"), 2]);
  writeFileSync(file, source.replace(details, `${details}  ${line}\n`));

  using place = new Place();
  const main = path.join(copy, "src/main.ts");
  const child = spawn(process.execPath, [main, "--db", place.database, "--now", "2026-11-21T09:00:00Z"]);
  const lines = ["Party on Friday at 7pm, dressCode: formal", "1", "set the party dressCode: casual", "1", "undo", "1"];
  const { out, err, code } = await ended(child, `${lines.join("\n")}\n`);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain('Add "Party" on Fri 27 Nov 19:00–20:00, dressCode: formal?');
  expect(out).toContain('Change "Party" on Fri 27 Nov 19:00–20:00: dressCode: casual?');
  expect(out).toContain("Undone:");
});
