const PREFIX = "fork:";

/** Author name of what was merged from another thread: `fork:` followed by the thread's id. Agent names contain no colon. */
export const asFork = (threadId: string): string => `${PREFIX}${threadId}`;

/** True for a name made by {@link asFork}. */
export const isFork = (author: string): boolean => author.startsWith(PREFIX);
