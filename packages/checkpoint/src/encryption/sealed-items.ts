import { bytesOf, unpackText } from "../packing/packed-text.ts";
import type { ItemSealing } from "../store/item-store.ts";
import { type NumberedSecret, openBody, sealBody } from "./sealing.ts";

const placeOf = (place: readonly string[]): string => `item ${JSON.stringify(place)}`;

/** Encrypts and opens the values of items with one secret. */
export const itemSealing = (ofStore: () => NumberedSecret): ItemSealing => ({
  seal: (text, place) => sealBody(ofStore(), bytesOf(text), placeOf(place)).toString("base64"),
  open: (stored, place) => {
    const secret = ofStore();
    const secrets = { numbered: (number: number) => (number === secret.number ? secret : null) };
    const body = openBody(secrets, Buffer.from(stored, "base64"), placeOf(place));
    return body === null ? null : unpackText(body);
  },
});
