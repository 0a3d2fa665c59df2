/** Id in the storage of a worker that registers the n-th time: it gets a new one after it was taken for dead. */
export const presenceId = (worker: string, entry: number): string => `${worker}/${entry}`;

/** Worker that an id in the storage belongs to. */
export const workerOf = (presence: string): string => presence.slice(0, presence.lastIndexOf("/"));
