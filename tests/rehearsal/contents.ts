import type { Published } from "./release.ts";

/** Files that no package may contain. */
const FOREIGN = /(?:^|\/)(?:node_modules|[.]turbo|[.]tidemark|coverage)\/|[.]tsbuildinfo$|(?:^|\/)[.]env$/;

/** Tests. Only templates bring some. */
const TESTS = /^(?!templates\/).*(?:(?:^|\/)tests?\/|[.]test[.])/;

/** What is wrong with the content of a published package. */
export function problemsOf({ name, version, files }: Published): readonly string[] {
  const needed = ["LICENSE", "README.md", "package.json"].filter((file) => !files.includes(file));
  const foreign = files.filter((file) => FOREIGN.test(file) || TESTS.test(file));
  const maps = files.filter((file) => file.endsWith(".map"));
  const lost = maps.filter((file) => !files.includes(file.slice(0, -".map".length)));
  return [
    ...needed.map((file) => `${name} is published without ${file}.`),
    ...foreign.map((file) => `${name} is published with ${file}.`),
    ...lost.map((file) => `${name} is published with ${file}, but without what it describes.`),
    ...(version === "0.0.0" ? [`${name} is published without a version.`] : []),
    ...(files.includes("CHANGELOG.md") ? [] : [`${name} is published without a CHANGELOG.md.`]),
  ];
}
