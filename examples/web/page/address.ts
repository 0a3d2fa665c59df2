import { useCallback, useEffect, useState } from "react";

/** Address of a conversation on this page. */
export const addressOf = (threadId: string): string => `?${new URLSearchParams({ thread: threadId }).toString()}`;

/** Conversation named by the address, `?thread=trip`, and a function that opens another one. The back button returns. */
export function useAddress(first: string): readonly [threadId: string, open: (threadId: string) => void] {
  const read = (): string => new URLSearchParams(location.search).get("thread") ?? first;
  const [threadId, setThreadId] = useState(read);
  useEffect(() => {
    const changed = (): void => setThreadId(read());
    addEventListener("popstate", changed);
    return () => removeEventListener("popstate", changed);
  });
  const open = useCallback((next: string): void => {
    history.pushState(null, "", addressOf(next));
    setThreadId(next);
  }, []);
  return [threadId, open];
}

/** Id of a new conversation. */
export const newThreadId = (): string => `c-${crypto.randomUUID().slice(0, 13)}`;
