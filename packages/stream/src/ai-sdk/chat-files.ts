import { isPlainRecord } from "@tidemark/reducers/internal";
import { mediaTypeOf, type MessageFile } from "../events/message-files.ts";

/** Files that messages of users may contain. */
export interface FileRules {
  /** Media types, such as `image/png` or `image/*`. */
  readonly mediaTypes: readonly string[];
  /** Maximum size of a file that is sent as a data URL, in bytes. Defaults to 524,288. `maxBytes` limits the whole request. */
  readonly maxFileBytes?: number;
  /** Maximum number of files in a message. Defaults to 10. */
  readonly maxFiles?: number;
}

/** Result of reading a file: the file, or why it is refused. */
export type ReadFile =
  | { readonly ok: true; readonly file: MessageFile }
  | { readonly ok: false; readonly code: "tooLarge" | "unsupportedMessage" | "wrongType"; readonly detail: string };

const MAX_URL = 2000;

/** Media types consist of two names. A parameter, such as a charset, is not accepted. */
const MEDIA_TYPE = /^[a-z0-9][\w.+-]{0,100}\/[a-z0-9][\w.+-]{0,100}$/i;

/**
 * Reads a `file` part of an untrusted message: a data URL with base64 data, or an `https` address. The media type of a data URL must be
 * the one that the part names, so that a file cannot pass as another type.
 */
export function readFilePart(part: unknown, { mediaTypes, maxFileBytes = 524_288 }: FileRules): ReadFile {
  const { mediaType, url, filename } = isPlainRecord(part) ? part : {};
  if (typeof mediaType !== "string" || !MEDIA_TYPE.test(mediaType) || typeof url !== "string") {
    return refuse("unsupportedMessage", "A file needs a full media type, such as image/png, and a URL.");
  }
  const type = mediaType.toLowerCase();
  if (!mediaTypes.some((allowed) => isOfType(type, allowed.toLowerCase()))) {
    return refuse("wrongType", `Files of the type ${type} are not accepted. Send ${mediaTypes.join(" or ")}.`);
  }
  const name = typeof filename === "string" && filename !== "" && filename.length <= 255 ? { filename } : {};
  const [, data] = /^data:[^,]{1,300};base64,([A-Za-z0-9+/]+={0,2})$/.exec(url) ?? [];
  if (data !== undefined) {
    if (mediaTypeOf(url)?.toLowerCase() !== type) {
      return refuse("unsupportedMessage", "The media type of a file and the one in its data URL differ.");
    }
    if ((data.length * 3) / 4 > maxFileBytes) {
      return refuse("tooLarge", `A file may have at most ${maxFileBytes} bytes.`);
    }
    return { ok: true, file: { mediaType: type, url, ...name } };
  }
  if (url.length > MAX_URL || !isHttps(url)) {
    return refuse("unsupportedMessage", "The URL of a file must be a data URL with base64 data, or begin with https.");
  }
  return { ok: true, file: { mediaType: type, url, ...name } };
}

const isOfType = (type: string, allowed: string): boolean =>
  allowed.endsWith("/*") ? type.startsWith(allowed.slice(0, -1)) : type === allowed;

function isHttps(url: string): boolean {
  try {
    return new URL(url).protocol === "https:";
  } catch {
    return false;
  }
}

const refuse = (code: Extract<ReadFile, { readonly ok: false }>["code"], detail: string): ReadFile => ({
  ok: false,
  code,
  detail,
});
