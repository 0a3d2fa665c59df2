import { isPlainRecord } from "@tidemark/reducers/internal";

/** File in a message. */
export interface MessageFile {
  /** Media type, such as `image/png`. */
  readonly mediaType: string;
  /** Address of the file, or the file itself as a data URL. */
  readonly url: string;
  readonly filename?: string;
}

type Block = Readonly<Record<string, unknown>>;

/**
 * Files of a content block: LangChain's blocks `image`, `audio`, `video` and `file`, with base64 data or an address, also in their
 * older form with a `source_type`, and `image_url`. Empty for other blocks.
 */
export function filesIn(block: Block): readonly MessageFile[] {
  const type = textOf(block["type"]);
  if (type === "image_url") {
    const given = block["image_url"];
    const url = textOf(isPlainRecord(given) ? given["url"] : given);
    return safeFile(mediaTypeOf(url) ?? "image/*", url, null);
  }
  if (!FILE_BLOCKS.has(type)) return [];
  const metadata = isPlainRecord(block["metadata"]) ? block["metadata"] : {};
  const mediaType = textOf(block["mimeType"]) || textOf(block["mime_type"]) || DEFAULTS[type] || "";
  const filename = textOf(metadata["filename"]) || textOf(metadata["name"]) || textOf(block["filename"]);
  const data = textOf(block["data"]);
  const url = textOf(block["url"]);
  return safeFile(mediaType, data === "" ? url : `data:${mediaType};base64,${data}`, filename === "" ? null : filename);
}

/** Content block of LangChain for a file that a user has sent. */
export function blockOfFile({ mediaType, url, filename }: MessageFile): Block {
  const [kind = ""] = mediaType.split("/");
  const type = kind === "image" || kind === "audio" || kind === "video" ? kind : "file";
  const [, data] = /^data:[^,]*;base64,(.*)$/s.exec(url) ?? [];
  const place = data === undefined ? { url } : { data };
  return { type, mimeType: mediaType, ...place, ...(filename !== undefined && { metadata: { filename } }) };
}

/** Media type of a data URL. Null for other addresses. */
export const mediaTypeOf = (url: string): string | null => /^data:([^;,]+)[;,]/.exec(url)?.[1] ?? null;

const FILE_BLOCKS: ReadonlySet<string> = new Set(["image", "audio", "video", "file"]);

/** Media types of blocks that name none. */
const DEFAULTS: Readonly<Record<string, string>> = { image: "image/*", audio: "audio/*", video: "video/*" };

/** Other schemes, such as `javascript:`, would be links that a page must not show. */
const SAFE = /^(?:https?:\/\/|data:[\w.+-]+\/[\w.+*-]+;base64,)/i;

const safeFile = (mediaType: string, url: string, filename: string | null): readonly MessageFile[] =>
  mediaType !== "" && SAFE.test(url) ? [{ mediaType, url, ...(filename !== null && { filename }) }] : [];

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
