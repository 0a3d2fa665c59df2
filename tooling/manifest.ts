import { readFileSync } from "node:fs";
import path from "node:path";

/** Parts of a package.json that the gates read. */
export interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly packageManager?: string;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: object;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** Reads a JSON file of the workspace as a type that the caller chooses. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters, typescript/no-unsafe-type-assertion -- the files are our own
export const readJson = <Shape>(file: string): Shape => JSON.parse(readFileSync(file, "utf8")) as Shape;

/** Reads the package.json of a folder. */
export const readManifest = (folder: string): Manifest => readJson<Manifest>(path.join(folder, "package.json"));
