import type { UIMessage } from "ai";
import { headers } from "next/headers";
import { server } from "../src/server.ts";
import { Chat } from "./chat.tsx";

const THREAD = "home";

/** The page, with the conversation as it is stored. The routes check the user of the request here too. */
export default async function Page() {
  const response = await server().request(`/api/chat/${THREAD}/messages`, { headers: await headers() });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends messages of the AI SDK
  const stored = (await response.json()) as UIMessage[];
  return <Chat api="/api/chat" thread={THREAD} stored={stored} />;
}
