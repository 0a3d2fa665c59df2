import type { Context } from "hono";

/** JSON body of a request, or the status and reason of its refusal. */
export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly status: 400 | 413 | 415; readonly message: string };

/**
 * Reads a JSON body of at most `maxBytes`, which are counted while the body arrives.
 *
 * Other content types are refused: a page of another origin can send `text/plain` and forms without a preflight request,
 * but not JSON. A body that another middleware has already read is reused.
 *
 * @internal
 */
export async function readJson({ req: request }: Context, maxBytes: number): Promise<JsonBody> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.header("content-type") ?? "")) {
    return { ok: false, status: 415, message: "Send application/json." };
  }
  const tooLarge = { ok: false, status: 413, message: `The body has more than ${maxBytes} bytes.` } as const;
  if (Number(request.header("content-length") ?? 0) > maxBytes) return tooLarge;
  try {
    const isRead = request.raw.bodyUsed || Object.keys(request.bodyCache).length > 0;
    const text = isRead ? await request.text() : await textUpTo(request.raw.body, maxBytes);
    if (text === null || (isRead && new TextEncoder().encode(text).byteLength > maxBytes)) return tooLarge;
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, status: 400, message: "The body is not JSON." };
  }
}

/** Reads the text of a body. Returns null if it exceeds `maxBytes`. */
async function textUpTo(body: ReadableStream<Uint8Array> | null, maxBytes: number): Promise<string | null> {
  if (body === null) return "";
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const reader = body.getReader();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel().catch(() => undefined);
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
