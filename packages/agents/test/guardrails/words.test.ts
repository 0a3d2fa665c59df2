import { AIMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wordsOf, wordsOfArguments } from "../../src/guardrails/words.ts";

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const user = (...content: object[]) => ({ role: "user", content });
const binary = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe]);
const call = { id: "c", name: "look", type: "tool_call" as const };

const files: Readonly<Record<string, (text: string) => object>> = {
  "base64 with a text type": (text) => ({
    type: "file",
    source_type: "base64",
    mime_type: "text/plain",
    data: base64(text),
  }),
  "base64 with another type": (text) => ({
    type: "file",
    source_type: "base64",
    mime_type: "image/png",
    data: base64(text),
  }),
  "base64 without a type": (text) => ({ type: "file", data: base64(text) }),
  "base64 of addresses": (text) => ({
    type: "file",
    mimeType: "text/csv",
    data: Buffer.from(text).toString("base64url"),
  }),
  bytes: (text) => ({ type: "file", mimeType: "text/csv", data: new TextEncoder().encode(text) }),
  "a data URL": (text) => ({ type: "image_url", image_url: { url: `data:text/html;base64,${base64(text)}` } }),
  "a data URL in capitals": (text) => ({ type: "image_url", image_url: `DATA:;BASE64,${base64(text)}` }),
  "a data URL that is not base64": (text) => ({ type: "image_url", image_url: `data:,${encodeURIComponent(text)}` }),
  "a file of a provider": (text) => ({
    type: "file",
    file: { filename: "a.txt", file_data: `data:text/plain;charset=utf-8;base64,${base64(text)}` },
  }),
  "another encoding": (text) => ({
    type: "file",
    mime_type: "text/plain; charset=utf-16le",
    data: Buffer.from(text, "utf16le").toString("base64"),
  }),
  "a document of a provider": (text) => ({
    type: "document",
    source: { type: "text", media_type: "text/plain", data: text },
  }),
  "a text": (text) => ({ type: "file", source_type: "text", text }),
  "a name": (name) => ({ type: "file", data: base64("-"), mime_type: "text/plain", metadata: { name } }),
};

describe("the words of a message", () => {
  test.for(Object.entries(files))("contain those of a file: %s", ([, fileOf]) => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\p{L}\p{N} .,!?-]{1,40}$/u), (text) => {
        const { texts, unread } = wordsOf(user({ type: "text", text: "Look" }, fileOf(text)));
        expect(texts.join("\n")).toContain(text);
        expect([texts[0], unread.filter(({ bytes }) => bytes === null)]).toEqual(["Look", []]);
      }),
    );
  });

  test.for<[string, (text: string) => object]>([
    [
      "arguments of a call",
      (poem) => new AIMessage({ content: "", tool_calls: [{ ...call, args: { data: { type: [poem] } } }] }),
    ],
    ["keys of arguments", (poem) => new AIMessage({ content: "", tool_calls: [{ ...call, args: { [poem]: 1 } }] })],
    ["the name of a call", (poem) => new AIMessage({ content: "", tool_calls: [{ ...call, name: poem, args: {} }] })],
    [
      "a broken call",
      (poem) =>
        new AIMessage({ content: "", invalid_tool_calls: [{ ...call, type: "invalid_tool_call", args: poem }] }),
    ],
    [
      "a call of a provider",
      (poem) => ({
        role: "assistant",
        content: "",
        tool_calls: [{ id: "c", function: { name: "look", arguments: poem } }],
      }),
    ],
    [
      "details of a provider",
      (poem) => new HumanMessage({ content: "Hi", additional_kwargs: { note: [{ deep: poem }] } }),
    ],
    ["metadata", (poem) => new AIMessage({ content: "Hi", response_metadata: { output: [{ text: poem }] } })],
    ["reasoning", (poem) => new AIMessage({ content: [{ type: "thinking", thinking: poem }] })],
    ["the result of a tool", (poem) => new ToolMessage({ content: poem, tool_call_id: "c" })],
    ["a plain record", (poem) => ({ role: "user", content: poem })],
    ["an address", (poem) => user({ type: "image_url", image_url: { url: `https://example.com/${poem}` } })],
  ])("contain those of %s", ([, messageOf]) => {
    expect(wordsOf(messageOf("poem")).texts.join("\n")).toContain("poem");
  });

  test("name what cannot be read, by type and size", () => {
    const image = binary.toString("base64");
    const large = base64("a".repeat(300_000));
    const { unread } = wordsOf(
      user(
        { type: "image", source_type: "base64", mime_type: "image/png", data: image },
        { type: "image_url", image_url: { url: `data:image/png;base64,${image}` } },
        { type: "image", mimeType: "image/png", data: new Uint8Array(binary) },
        { type: "file", mime_type: "text/plain", data: large },
        { type: "input_audio", input_audio: { data: base64("\0".repeat(2000)), format: "wav" } },
        { type: "image_url", image_url: { url: "https://example.com/cat.png" } },
        { type: "file", source_type: "id", id: "file-7", mime_type: "application/pdf" },
      ),
    );
    expect(unread).toEqual([
      { mimeType: "image/png", bytes: 7 },
      { mimeType: "image/png", bytes: 7 },
      { mimeType: "image/png", bytes: 7 },
      { mimeType: "text/plain", bytes: 300_000 },
      { mimeType: "wav", bytes: 2000 },
      { mimeType: null, bytes: null },
      { mimeType: "application/pdf", bytes: null },
    ]);
  });

  test("leave out ids, types and known metadata", () => {
    const message = new AIMessage({
      id: "a",
      content: "Hi",
      tool_calls: [{ ...call, args: {} }],
      response_metadata: { model_name: "m", finish_reason: "stop", tidemark_shown: true, created: 7 },
    });
    expect(wordsOf(message)).toMatchObject({ texts: ["Hi", "look"], unread: [] });
  });
});

test("the words of arguments are their keys, texts and numbers, at any depth", () => {
  expect(wordsOfArguments({ a: ["b", { c: 4111 }], d: null, e: true })).toEqual(["a", "b", "c", "4111", "d", "e"]);
  expect(wordsOfArguments("raw")).toEqual(["raw"]);
});
