import { metadataIn } from "../snapshots/metadata.ts";
import { openBody, sealBody, type Secrets } from "./sealing.ts";

const placeOf = (threadId: string): string => `metadata ${threadId}`;

/** Metadata of a checkpoint, encrypted beside its source: the database finds by it where turns begin. */
export function sealMetadata(secrets: Secrets, threadId: string, metadata: string): string {
  const source: unknown = Reflect.get(metadataIn(metadata), "source");
  const sealed = sealBody(secrets.forThread(threadId), Buffer.from(metadata), placeOf(threadId));
  return JSON.stringify({ ...(typeof source === "string" ? { source } : {}), sealed: sealed.toString("base64") });
}

/** The metadata. Null if it is not what was encrypted for the thread. Throws `checkpoint/wrongKey`. */
export function openMetadata(secrets: Secrets, threadId: string, stored: string): string | null {
  const sealed = sealedIn(stored);
  const body = sealed === null ? null : openBody(secrets, Buffer.from(sealed, "base64"), placeOf(threadId));
  return body?.toString("utf8") ?? null;
}

function sealedIn(stored: string): string | null {
  try {
    const parsed: unknown = JSON.parse(stored);
    const sealed: unknown = Reflect.get(Object(parsed), "sealed");
    return typeof sealed === "string" ? sealed : null;
  } catch {
    return null;
  }
}
