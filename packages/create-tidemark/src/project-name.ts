import path from "node:path";
import { Failure } from "./failure.ts";

/** Longest name that npm accepts. */
const LONGEST = 214;

/** Name of the package in a folder: that of the folder, if npm accepts it. Throws a {@link Failure}. */
export function projectName(folder: string): string {
  const name = path.basename(path.resolve(folder));
  const problem = problemOf(name);
  if (problem !== null) throw new Failure(`"${name}" cannot be the name of a package: ${problem}.`);
  return name;
}

function problemOf(name: string): string | null {
  if (name === "") return "it is empty";
  if (name.length > LONGEST) return `it is longer than ${LONGEST} characters`;
  if (name !== name.toLowerCase()) return "use lowercase letters";
  if (/^[._]/.test(name)) return "it begins with a dot or an underscore";
  if (!/^[a-z0-9._~-]+$/.test(name)) return "use letters, digits, hyphens, dots and underscores";
  if (["node_modules", "favicon.ico", "tidemark"].includes(name)) return "the name is taken";
  return null;
}
