/** Id in the storage of a worker that registers the n-th time: it gets a new one after it was taken for dead. */
export const presenceId = (worker: string, entry: number): string => `${worker}/${entry}`;

/** Id of a worker of a program. */
export const workerId = (id: string, program: string): string => `${id}.${program}`;

/** Program of a worker in the storage. Null for one of an earlier version, which did not name it. */
export function programOf(presence: string): string | null {
  const worker = workerOf(presence);
  const at = worker.lastIndexOf(".");
  return at === -1 ? null : worker.slice(at + 1);
}

/** Worker that an id in the storage belongs to. */
export const workerOf = (presence: string): string => presence.slice(0, presence.lastIndexOf("/"));
