/** Most bytes of one message of a server; the protocol's SDK has the same limit for child processes. */
const MOST_BYTES = 10 * 1024 * 1024;

/**
 * Fetches with a limit: a response that is longer than 10 MB ends with an error, and so does a stream of events with a longer event.
 * Redirects are for the caller.
 */
export const boundedFetch = async (url: string | URL, init?: RequestInit): Promise<Response> => {
  const response = await fetch(url, init);
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const isStream = headers.get("content-type")?.includes("text/event-stream") === true;
  return new Response(body.pipeThrough(limit(isStream)), { status, statusText, headers });
};

function limit(isStream: boolean): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      // An event ends at an empty line.
      const end = isStream ? lastEventEnd(chunk) : -1;
      bytes = end === -1 ? bytes + chunk.length : chunk.length - end;
      if (bytes > MOST_BYTES) controller.error(new Error(`a message is longer than ${MOST_BYTES} bytes`));
      else controller.enqueue(chunk);
    },
  });
}

const NEWLINE = 10;
const RETURN = 13;

function lastEventEnd(chunk: Uint8Array): number {
  for (let index = chunk.length - 1; index > 0; index -= 1) {
    if (chunk[index] !== NEWLINE) continue;
    const before = chunk[index - 1];
    if (before === NEWLINE || (before === RETURN && chunk[index - 2] === NEWLINE)) return index;
  }
  return -1;
}
