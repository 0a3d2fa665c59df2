/** Prints the lines of each program of the pages "Coming from …", without blank lines and comments: `node tests/peers/programs.ts`. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const folder = path.join(import.meta.dirname, "..", "..", "docs", "guides", "coming-from");

/** A page with its programs by file name. */
export interface Page {
  readonly name: string;
  readonly text: string;
  readonly programs: ReadonlyMap<string, string>;
}

const FENCE = /^```ts ignore \[([\w-]+\.ts)\]\n([\s\S]*?)^```$/gm;

/** The pages with their programs. */
export const pages: readonly Page[] = readdirSync(folder)
  .filter((file) => file.endsWith(".md"))
  .map((file) => {
    const text = readFileSync(path.join(folder, file), "utf8");
    const programs = [...text.matchAll(FENCE)].map(([, name = "", code = ""]) => [name, code] as const);
    return { name: file, text, programs: new Map(programs) };
  });

/** Each program once, by file name. */
export const programs: ReadonlyMap<string, string> = new Map(pages.flatMap((page) => [...page.programs]));

/** Lines of a program that are neither blank nor a comment. */
export const countLines = (code: string): number =>
  code.split("\n").filter((line) => line.trim() !== "" && !/^\s*(\/\/|\/\*|\*)/.test(line)).length;

if (import.meta.main) {
  for (const [name, code] of programs) process.stdout.write(`${name} ${countLines(code)}\n`);
}
