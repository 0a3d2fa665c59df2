import { createContentLoader } from "vitepress";

/** One decision, for the list. */
interface Decision {
  readonly url: string;
  readonly date: string;
  readonly title: string;
}

declare const data: readonly Decision[];
export { data };

export default createContentLoader("decisions/*.md", {
  includeSrc: true,
  transform: (pages): readonly Decision[] =>
    pages
      .filter(({ url }) => /\d{4}-\d{2}-\d{2}/.test(url))
      .map(({ url, src }) => ({
        url,
        date: /\d{4}-\d{2}-\d{2}/.exec(url)?.[0] ?? "",
        title: /^# (.+)$/m.exec(src ?? "")?.[1] ?? url,
      }))
      .toSorted((one, other) => other.url.localeCompare(one.url)),
});
