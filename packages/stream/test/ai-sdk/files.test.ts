import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { END, MemorySaver, START, StateGraph } from "@langchain/langgraph";
import { toStateSchema } from "@tidemark/core-state/langgraph";
import { openSession, turnStart } from "@tidemark/state-manager/langgraph";
import { describe, expect, test } from "vitest";
import { type Options, problemOf, server } from "./chat-server.ts";
import { Desk } from "./desk.ts";

const PIXEL = "iVBORw0KGgo=";
const image = {
  type: "file",
  mediaType: "image/png",
  url: `data:image/png;base64,${PIXEL}`,
  filename: "plan.png",
} as const;

/** A graph that answers with an image, and the messages that it was given. */
function painter(options: Options = { files: { mediaTypes: ["image/*", "application/pdf"], maxFileBytes: 100 } }) {
  const given: BaseMessage[] = [];
  const graph = new StateGraph(toStateSchema(Desk))
    .addNode("turn_start", turnStart(Desk))
    .addNode("paint", ({ messages }) => {
      given.push(...messages.slice(-1));
      const content = [
        { type: "reasoning", reasoning: "A picture says more." },
        { type: "text", text: "Here it is:" },
        { type: "image", mimeType: "image/png", data: PIXEL },
      ];
      return { messages: [new AIMessage({ id: `a${given.length}`, content })] };
    })
    .addEdge(START, "turn_start")
    .addEdge("turn_start", "paint")
    .addEdge("paint", END)
    .compile({ checkpointer: new MemorySaver() });
  const made = server((threadId) => openSession({ graph, threadId }), options);
  const send = (part: object, id = "m1") =>
    made.post("/api/chat", {
      id: "ann",
      messages: [{ id, role: "user", parts: [part, { type: "text", text: "This?" }] }],
    });
  return { ...made, send, given };
}

describe("a message with a file", () => {
  test("reaches the graph as LangChain's standard blocks, in the order in which it was sent", async () => {
    const { tab, given } = painter();
    const chat = await tab("ann");
    await chat.sendMessage({ text: "This?", files: [image] });
    expect(chat.error).toBe(undefined);
    expect(given[0]?.contentBlocks).toEqual([
      { type: "image", mimeType: "image/png", data: PIXEL, metadata: { filename: "plan.png" } },
      { type: "text", text: "This?" },
    ]);
  });

  test("is loaded again as it was sent, and so is the file in the answer", async () => {
    const { tab } = painter();
    const chat = await tab("ann");
    await chat.sendMessage({ text: "This?", files: [image] });
    const { messages } = await tab("ann");
    expect(messages.map(({ parts }) => parts.filter(({ type }) => type !== "data-state"))).toMatchObject([
      [image, { type: "text", text: "This?" }],
      [
        { type: "step-start" },
        { type: "reasoning", text: "A picture says more." },
        { type: "text", text: "Here it is:" },
        { type: "file", mediaType: "image/png", url: image.url },
      ],
    ]);
    const types = (list: typeof messages) => list.map(({ parts }) => parts.map(({ type }) => type));
    expect(types(messages)).toEqual(types(chat.messages));
  });

  test("can name an https address", async () => {
    const { send, given } = painter();
    const url = "https://files.example/plan.pdf";
    expect((await send({ type: "file", mediaType: "application/pdf", url })).status).toBe(200);
    await expect.poll(() => given[0]?.contentBlocks[0]).toEqual({ type: "file", mimeType: "application/pdf", url });
  });

  test("is refused when it is sent again with another file", async () => {
    const { send } = painter();
    await (await send(image)).text();
    const other = { ...image, url: "data:image/png;base64,AAAA" };
    expect(await problemOf(await send(other))).toMatchObject({ status: 409, code: "stream/changedMessage" });
    expect((await send(image)).status).toBe(200);
  });

  test.each([
    ["another type", { ...image, mediaType: "text/html", url: "data:text/html;base64,AAAA" }, 415, "stream/wrongType"],
    [
      "a type that its data URL contradicts",
      { ...image, url: "data:text/html;base64,AAAA" },
      400,
      "stream/unsupportedMessage",
    ],
    ["too many bytes", { ...image, url: `data:image/png;base64,${"A".repeat(200)}` }, 413, "stream/tooLarge"],
    ["an address that is not https", { ...image, url: "http://files.example/a.png" }, 400, "stream/unsupportedMessage"],
    ["an address of a script", { ...image, url: "javascript:alert(1)" }, 400, "stream/unsupportedMessage"],
    ["an address of the server's disk", { ...image, url: "file:///etc/passwd" }, 400, "stream/unsupportedMessage"],
    ["data that is not base64", { ...image, url: "data:image/png,<svg>" }, 400, "stream/unsupportedMessage"],
    ["no media type", { type: "file", url: image.url }, 400, "stream/unsupportedMessage"],
  ])("with %s is refused, and nothing runs", async (_, part, status, code) => {
    const { send, given } = painter();
    expect(await problemOf(await send(part))).toMatchObject({ status, code });
    expect(given).toEqual([]);
  });

  test("is refused with more files than allowed, and by a server without the option", async () => {
    const { send } = painter({ files: { mediaTypes: ["image/*"], maxFiles: 0 } });
    expect(await problemOf(await send(image))).toMatchObject({ status: 400, code: "stream/invalidRequest" });
    expect(await problemOf(await painter({}).send(image))).toMatchObject({ code: "stream/unsupportedMessage" });
  });
});
