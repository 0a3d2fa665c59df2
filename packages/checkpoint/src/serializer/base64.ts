/** Number of bytes converted per call: an argument list has a limit. */
const CHUNK = 32_768;

/** Writes bytes as base64, with or without Node. */
export function toBase64(bytes: Uint8Array): string {
  if (typeof Buffer === "function")
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  let binary = "";
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(binary);
}

/** Reads base64, with or without Node. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (typeof Buffer === "function") return new Uint8Array(Buffer.from(text, "base64"));
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
