import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), "utf8");

interface Claim {
  /** Option that the claim requires, such as `cap`. Empty for the unconditional claim. */
  readonly when: string;
  readonly laws: readonly string[];
}

/** Claims in the doc comments of a source: `Laws: identity, purity.` and, below it, `With …: identity.` */
function documented(source: string): readonly Claim[] {
  const lines = source.matchAll(/^ \* (?:Laws|With ([^:]+)): ([a-z, ]+)\.$/gm);
  return [...lines].map(([, when = "", laws = ""]) => ({
    when: when.replaceAll("`", ""),
    laws: laws.split(", ").toSorted(),
  }));
}

/** Laws that a test checks, by its `describe`. */
function tried(source: string): readonly { readonly title: string; readonly laws: readonly string[] }[] {
  return source.split(/^describe\(/m).flatMap((block) => {
    const lists = [...block.matchAll(/testLaws(?:<[^(]*>)?\(\s*\[([^\]]*)\]/g)];
    const laws = lists.flatMap(([, list = ""]) => list.match(/[a-z]+/g) ?? []);
    return laws.length === 0
      ? []
      : [{ title: /"([^"]*)"/.exec(block)?.[1] ?? "", laws: [...new Set(laws)].toSorted() }];
  });
}

/** The function below the comment that names the laws. */
const reducerIn = (source: string): string => /^ \* Laws:[^]*?^export function (\w+)/m.exec(source)?.[1] ?? "";

const reducers = readdirSync(new URL("../src", import.meta.url), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => ({ stem: file.replace(/\.ts$/, ""), source: read(`../src/${file}`) }))
  .map(({ stem, source }) => ({ stem, name: reducerIn(source), claims: documented(source) }))
  .filter(({ claims }) => claims.length > 0);

describe("the laws in a doc comment are the laws that the test checks", () => {
  test.each(reducers)("of $stem", ({ stem, claims }) => {
    const blocks = tried(read(`./${stem}.test.ts`));
    const [base, ...special] = claims;
    for (const { title, laws } of blocks) {
      const claim = special.find(({ when }) => title.endsWith(`with ${when}`)) ?? base;
      expect({ title, laws }).toEqual({ title, laws: claim?.laws });
    }
    const titles = blocks.map(({ title }) => title);
    const untried = special.filter(({ when }) => !titles.some((title) => title.endsWith(`with ${when}`)));
    expect(untried).toEqual([]);
    expect(titles.length).toBeGreaterThan(special.length);
  });

  test("the README lists the same laws for each reducer except batch", () => {
    const rows = [...read("../README.md").matchAll(/^\|[^|]*\| `(\w+)` *\| ([a-z, ]+?) *\|$/gm)];
    const promised = new Map(rows.map(([, name = "", laws = ""]) => [name, laws.split(", ").toSorted()]));
    const claimed = new Map(reducers.map(({ name, claims }) => [name, claims[0]?.laws]));
    claimed.delete("batch");
    expect(promised).toEqual(claimed);
  });
});
