import type { ReadableStreamDefaultReader } from "node:stream/web";
import type { SourceDocument } from "../domain/document.ts";
import { researchErrors } from "../errors.ts";
import { kindOf, readDocument } from "./read-document.ts";

/** What may be fetched. */
export interface FetchOptions {
  readonly hosts: readonly string[];
  readonly signal: AbortSignal | null;
  /** The most bytes that are read; 2 MB when not said. */
  readonly maxBytes?: number;
  /** How long it may take; 15 seconds when not said. */
  readonly maxMilliseconds?: number;
}

const MOST_REDIRECTS = 5;

const KIND_OF_TYPE: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "application/xhtml+xml": "html",
  "text/html": "html",
  "text/markdown": "md",
  "text/plain": "txt",
};

/**
 * Fetches a web page as a document; only from the hosts that are allowed, also when it is redirected.
 *
 * Throws `research/notAllowed`, and `research/unfetchable` for everything that goes wrong on the way.
 */
export async function fetchPage(address: string, options: FetchOptions): Promise<SourceDocument> {
  const { hosts, signal, maxBytes = 2_000_000, maxMilliseconds = 15_000 } = options;
  const timeLimit = AbortSignal.timeout(maxMilliseconds);
  const joined = signal === null ? timeLimit : AbortSignal.any([signal, timeLimit]);
  let url = allowed(address, hosts);
  try {
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const response = await fetch(url, { redirect: "manual", signal: joined });
      const location = response.headers.get("location");
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel();
        url = allowed(new URL(location, url).href, hosts);
        continue;
      }
      if (!response.ok) throw new Error(`it answered ${response.status}`);
      const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
      const kind = KIND_OF_TYPE[type] ?? kindOf(url.pathname);
      if (kind === null) throw new Error(`it is of the type "${type}"`);
      return await readDocument(url.href, kind, await bytesOf(response, maxBytes));
    }
    throw new Error("it redirects too often");
  } catch (error) {
    signal?.throwIfAborted();
    if (researchErrors.notAllowed.is(error)) throw error;
    throw researchErrors.unfetchable({ address, problem: problemOf(error) });
  }
}

function allowed(address: string, hosts: readonly string[]): URL {
  const url = URL.parse(address);
  const isWeb = url !== null && (url.protocol === "https:" || url.protocol === "http:");
  // With the port, so that a page cannot lead to another service of the same machine.
  if (!isWeb || !hosts.includes(url.host)) throw researchErrors.notAllowed({ address, hosts });
  return url;
}

async function bytesOf(response: Response, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.byteLength;
    parts.push(part.value);
    if (size <= most) continue;
    await reader?.cancel();
    throw new Error(`it is larger than ${most} bytes`);
  }
  return Buffer.concat(parts);
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "it took too long";
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
}
