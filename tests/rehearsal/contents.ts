import type { Published } from "./release.ts";

/** Files that no package may contain. */
const FOREIGN = /(?:^|\/)(?:test|tests|node_modules|[.]turbo|coverage)\/|[.]test[.]|[.]tsbuildinfo$|(?:^|\/)[.]env$/;

/** Templates bring their own tests. */
const TEMPLATES = /^templates\//;

/** What is wrong with the content of a published package. */
export function problemsOf({ name, version, files }: Published): readonly string[] {
  const needed = ["LICENSE", "README.md", "package.json"].filter((file) => !files.includes(file));
  const foreign = files.filter((file) => FOREIGN.test(file) && !TEMPLATES.test(file));
  const unmapped = files.filter((file) => /^dist\/.*[.][cm]js$/.test(file) && !files.includes(`${file}.map`));
  return [
    ...needed.map((file) => `${name} is published without ${file}.`),
    ...foreign.map((file) => `${name} is published with ${file}.`),
    ...unmapped.map((file) => `${name} is published without a source map of ${file}.`),
    ...(version === "0.0.0" ? [`${name} is published without a version.`] : []),
    ...(files.includes("CHANGELOG.md") ? [] : [`${name} is published without a CHANGELOG.md.`]),
  ];
}
