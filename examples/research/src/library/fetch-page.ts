import type { ReadableStreamDefaultReader } from "node:stream/web";
import type { SourceDocument } from "../domain/document.ts";
import { researchErrors } from "../errors.ts";
import { kindOf, readDocument } from "./read-document.ts";

/** Options of a fetch. */
export interface FetchOptions {
  /** Allowed host names, with their ports. */
  readonly hosts: readonly string[];
  readonly signal: AbortSignal | null;
  /** Maximum size of the page, in bytes. Defaults to 2 MB. */
  readonly maxBytes?: number;
  /** Timeout in milliseconds. Defaults to 15 seconds. */
  readonly maxMilliseconds?: number;
}

const MAX_REDIRECTS = 5;

const KIND_OF_TYPE: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "application/xhtml+xml": "html",
  "text/html": "html",
  "text/markdown": "md",
  "text/plain": "txt",
};

/**
 * Fetches a web page as a document. The allowed hosts also apply to redirects.
 *
 * Throws `research/notAllowed` for another host, and `research/unfetchable` for all other failures.
 */
export async function fetchPage(address: string, options: FetchOptions): Promise<SourceDocument> {
  const { hosts, signal, maxBytes = 2_000_000, maxMilliseconds = 15_000 } = options;
  const timeLimit = AbortSignal.timeout(maxMilliseconds);
  const joined = signal === null ? timeLimit : AbortSignal.any([signal, timeLimit]);
  let url = allowed(address, hosts);
  try {
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
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
  // `url.host` includes the port, so that a page cannot redirect to another service on the same machine.
  if (!isWeb || !hosts.includes(url.host)) throw researchErrors.notAllowed({ address, hosts });
  return url;
}

async function bytesOf(response: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = response.body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.byteLength;
    parts.push(part.value);
    if (size <= maxBytes) continue;
    await reader?.cancel();
    throw new Error(`it is larger than ${maxBytes} bytes`);
  }
  return Buffer.concat(parts);
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "it took too long";
  const { cause } = error;
  return cause instanceof Error && cause.message !== "" ? cause.message : error.message;
}
