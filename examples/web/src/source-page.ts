import type { Context } from "hono";
import { html } from "hono/html";
import type { Source, WebApplication } from "./application.ts";
import { isThreadId } from "./thread-list.ts";

/** Longest accepted reference, in characters. */
const MAX_LENGTH = 2000;

/** Largest number of cited sentences. */
const MAX_QUOTES = 20;

/** Answers with the section that the parameter `ref` names. The application finds it, so a reference is never used as a path. */
export function sourcePage(context: Context, { source, title }: WebApplication): Response | Promise<Response> {
  const reference = context.req.query("ref") ?? "";
  const quotes = (context.req.queries("quote") ?? []).filter((quote) => quote !== "").slice(0, MAX_QUOTES);
  const found = reference.length > MAX_LENGTH ? null : (source?.(reference, quotes) ?? null);
  const thread = context.req.query("thread");
  const address = thread === undefined || !isThreadId(thread) ? "./" : `./?thread=${encodeURIComponent(thread)}`;
  const back = html`<header><a href="${address}">← Back to the conversation</a> <span>${title}</span></header>`;
  if (found === null)
    return context.html(
      page(
        "Not found",
        back,
        html`<h1>Not found</h1>
          <p>The documents do not contain this place.</p>`,
      ),
      404,
    );
  return context.html(page(found.title, back, section(found)));
}

// `html` escapes every value, so the text of a document cannot become markup.
const section = ({ title, place, blocks }: Source) => {
  const first = blocks.findIndex(({ marked }) => marked !== false);
  const shown = blocks.map(({ text, kind, marked }, at) => {
    const format = kind === "code" ? (part: string) => part : withCode;
    let id = at === first ? "passage" : `passage-${at}`;
    const mark = (part: string) => {
      const content = html`<mark id="${id}">${format(part)}</mark>`;
      id += "-more";
      return content;
    };
    const content =
      typeof marked === "boolean"
        ? [marked ? mark(text) : format(text)]
        : partsAround(marked, text).map((part) => (marked.includes(part) ? mark(part) : format(part)));
    return { kind, content };
  });
  const parts = shown.map(({ kind, content }, at) => {
    if (kind === "heading") return html`<h2>${content}</h2>`;
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

/** Splits a text at the parts that are cited, which stay whole. */
const partsAround = (cited: readonly string[], text: string): readonly string[] =>
  text.split(new RegExp(`(${cited.map((part) => part.replaceAll(/[$()*+./?[\\\]^{|}-]/g, "\\$&")).join("|")})`));

/** Text with the parts between backticks as code. */
const withCode = (text: string) =>
  text.split(/(`[^`]+`)/).map((part, at) => (at % 2 === 1 ? html`<code>${part.slice(1, -1)}</code>` : part));

const page = (title: string, header: ReturnType<typeof html>, content: ReturnType<typeof html>) =>
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
        ${header}
        <main>${content}</main>
      </body>
    </html>`;
