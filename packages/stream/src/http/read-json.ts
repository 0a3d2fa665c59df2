import { formatPath } from "@tidemark/reducers/internal";
import type { Context } from "hono";
import type { z } from "zod";
import { shapeProblem } from "../runs/input-shape.ts";
import type { Problem } from "./problem.ts";

/** Value of a body. */
export interface Body<Value> {
  readonly value: Value;
}

/** Reads a JSON body as `readJson` does, with its schema. */
export async function readBody<Value>(
  context: Context,
  maxBytes: number | undefined,
  schema: z.ZodType<Value>,
): Promise<Body<Value> | Problem> {
  const body = await readJson(context, maxBytes);
  if ("code" in body) return body;
  const shape = shapeProblem(body.value, MAX_ENTRIES);
  if (shape !== null) return { code: "invalidRequest", detail: shape };
  const parsed = schema.safeParse(body.value);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  return { code: "invalidRequest", detail: `${formatPath(issue?.path ?? [])}: ${issue?.message ?? "Invalid input"}` };
}

const MAX_ENTRIES = 10_000;

/** Maximum size of a body unless an option says otherwise, in bytes. */
const MAX_BYTES = 1_048_576;

/**
 * Reads a JSON body of at most `maxBytes`, which are counted while the body arrives.
 *
 * Other content types are refused: a page of another origin can send `text/plain` and forms without a preflight request,
 * but not JSON. A body that another middleware has already read is reused.
 *
 * @internal
 */
export async function readJson(
  { req: request }: Context,
  maxBytes: number = MAX_BYTES,
): Promise<Body<unknown> | Problem> {
  if (!/^application\/json\s*(?:;|$)/i.test(request.header("content-type") ?? "")) {
    return { code: "wrongType", detail: "Send application/json." };
  }
  const tooLarge = { code: "tooLarge", detail: `The body has more than ${maxBytes} bytes.` } as const;
  if (Number(request.header("content-length") ?? 0) > maxBytes) return tooLarge;
  try {
    const isRead = request.raw.bodyUsed || Object.keys(request.bodyCache).length > 0;
    const text = isRead ? await request.text() : await textUpTo(request.raw.body, maxBytes);
    if (text === null || (isRead && new TextEncoder().encode(text).byteLength > maxBytes)) return tooLarge;
    return { value: JSON.parse(text) };
  } catch {
    return { code: "invalidRequest", detail: "The body is not JSON." };
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
