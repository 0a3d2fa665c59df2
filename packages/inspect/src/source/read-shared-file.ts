import { inspectErrors } from "../errors.ts";
import { parseSharedThread, type SharedThread } from "./shared-thread.ts";

/** Id of the element of a page that contains a shared thread as JSON. */
export const SHARED_ELEMENT = "tidemark-shared-thread";

const ELEMENT = new RegExp(`<script type="application/json" id="${SHARED_ELEMENT}">(?<json>[^<]*)</script>`);

/** True for the beginning of a page with a shared thread, or of such a document. */
export const isSharedText = (begin: string): boolean => /^\s*(?:<!doctype html|\{\s*"format")/i.test(begin);

/** Reads the thread out of a page that was shared, or out of its document. Throws `inspect/damaged`. */
export function readSharedThread(text: string, origin: string): SharedThread {
  const json = text.trimStart().startsWith("<") ? ELEMENT.exec(text)?.groups?.["json"] : text;
  if (json === undefined)
    throw inspectErrors.damaged({ database: origin, problem: "the page contains no shared thread" });
  let document: unknown;
  try {
    document = JSON.parse(json);
  } catch {
    throw inspectErrors.damaged({ database: origin, problem: "the shared thread is not JSON" });
  }
  return parseSharedThread(document, origin);
}

/** A shared thread as JSON that no text can end early inside of a page. */
export const sharedJson = (thread: SharedThread): string =>
  JSON.stringify(thread)
    .replaceAll("<", String.raw`\u003c`)
    .replaceAll("\u2028", String.raw`\u2028`)
    .replaceAll("\u2029", String.raw`\u2029`);
