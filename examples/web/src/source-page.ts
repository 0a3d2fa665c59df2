import type { Context } from "hono";
import { html } from "hono/html";
import { ThreadId } from "./turn-request.ts";
import type { Source, WebApplication } from "./application.ts";

/** Longest accepted reference, in characters. */
const MAX_LENGTH = 2000;

/** Answers with the section that the parameter `ref` names. The application finds it, so a reference is never used as a path. */
export function sourcePage(context: Context, { source }: WebApplication): Response | Promise<Response> {
  const reference = context.req.query("ref") ?? "";
  const found = reference.length > MAX_LENGTH ? null : (source?.(reference) ?? null);
  const { data: thread } = ThreadId.safeParse(context.req.query("thread"));
  const back = html`<p class="back">
    <a href="./${thread === undefined ? "" : `?thread=${encodeURIComponent(thread)}`}">← Back to the conversation</a>
  </p>`;
  if (found === null)
    return context.html(
      page(
        "Not found",
        html`${back}
          <p>The documents do not contain this place.</p>`,
      ),
      404,
    );
  return context.html(page(found.title, html`${back} ${section(found)}`));
}

// `html` escapes every value, so the text of a document cannot become markup.
const section = ({ title, place, blocks }: Source) => {
  const first = blocks.findIndex(({ marked }) => marked);
  const shown = blocks.map(({ text, kind, marked }, at) => {
    const content = kind === "code" ? text : withCode(text);
    return {
      kind,
      content: marked ? html`<mark id="${at === first ? "passage" : `passage-${at}`}">${content}</mark>` : content,
    };
  });
  const parts = shown.map(({ kind, content }, at) => {
    if (kind === "code") return html`<pre>${content}</pre>`;
    if (kind === "paragraph") return html`<p>${content}</p>`;
    if (shown[at - 1]?.kind === "item") return "";
    const end = shown.findIndex((other, index) => index > at && other.kind !== "item");
    const items = shown.slice(at, end === -1 ? undefined : end);
    return html`<ul>
      ${items.map((item) => html`<li>${item.content}</li>`)}
    </ul>`;
  });
  return html`<h1>${title}</h1>
    <p class="place">${place}</p>
    ${parts}`;
};

/** Text with the parts between backticks as code. */
const withCode = (text: string) =>
  text.split(/(`[^`]+`)/).map((part, at) => (at % 2 === 1 ? html`<code>${part.slice(1, -1)}</code>` : part));

const page = (title: string, content: ReturnType<typeof html>) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="tokens.css" />
        <link rel="stylesheet" href="source.css" />
        <title>${title}</title>
      </head>
      <body>
        <main>${content}</main>
      </body>
    </html>`;
