import type { UIMessage } from "ai";
import { createRoot } from "react-dom/client";
import { Chat } from "./chat.tsx";

const api = "/api/chat";
const thread = new URLSearchParams(location.search).get("thread") ?? "home";

const root = document.querySelector("#root");
if (root !== null) {
  const response = await fetch(`${api}/${encodeURIComponent(thread)}/messages`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends messages of the AI SDK
  const stored = (await response.json()) as UIMessage[];
  createRoot(root).render(<Chat api={api} thread={thread} stored={stored} />);
}
