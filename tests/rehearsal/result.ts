import { cpus } from "node:os";
import process from "node:process";
import type { Step } from "./journey.ts";
import type { Published } from "./release.ts";

/** What a rehearsal has found. */
export interface Result {
  readonly published: readonly Published[];
  readonly steps: readonly Step[];
  readonly failures: readonly string[];
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

/** Steps of applications, in the order in which they are shown. */
const CREATED = ["create", "create and install", "first start", "test", "typecheck"];

/** A page with the packages, the seconds of each application, and those of everything else. */
export function pageOf({ published, steps, failures }: Result): string {
  const applications = [...new Set(steps.filter(({ step }) => step === "create").map(({ journey }) => journey))];
  const secondsOf = (journey: string, step: string): string =>
    steps.find((each) => each.journey === journey && each.step === step)?.seconds.toFixed(1) ?? "–";
  const others = steps.filter(({ journey }) => !applications.includes(journey));
  return `# Rehearsal of a release

A rehearsal with \`--record\` writes this page: what it published to a registry on one machine (${cpus().length} cores, Node ${process.versions.node}), and how many seconds each command
of a user took there, with packages from that registry. [Releasing](https://github.com/tidemark-js/tidemark/blob/main/RELEASING.md) says when it is run.

${failures.length === 0 ? "Everything passed." : `${failures.length} parts failed.`}

## Packages

${table(
  ["Package", "Version", "KB", "Files"],
  published.map(({ name, version, size, files }) => [
    `\`${name}\``,
    version,
    (size / 1_000).toFixed(1),
    String(files.length),
  ]),
)}

Each was checked with publint and, if it has entries, with Are the types wrong. It has a license, a changelog and a README with absolute links, no tests, and its maps contain their sources.

## Applications

Seconds of npm create tidemark for each template and package manager: without and with the installation, until the first start has answered or serves, and for its tests.

${table(
  ["Template, manager", ...CREATED],
  applications.map((journey) => [journey, ...CREATED.map((step) => secondsOf(journey, step))]),
)}

## Everything else

${table(
  ["What", "Step", "Seconds"],
  others.map(({ journey, step, seconds }) => [journey, step, seconds.toFixed(1)]),
)}
`;
}
