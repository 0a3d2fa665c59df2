import { systemClock } from "@tidemark/state-manager";
import type { Context } from "hono";

/** Limits of an event stream whose client reads slowly or not at all. */
export interface EventStreamLimits {
  /** Time without an event, in milliseconds, after which a comment keeps the connection open. Defaults to 15,000. */
  readonly keepAlive?: number | undefined;
  /**
   * Maximum time that events may stay unread, in milliseconds. After that, the connection is closed and the run is stopped,
   * which releases its thread. Defaults to 30,000.
   */
  readonly writeTimeout?: number | undefined;
  /**
   * Maximum size of buffered events, in bytes. When the buffer is full, the run waits until the client has read it, within
   * `writeTimeout`. A single larger event is also buffered. Defaults to 1,048,576.
   */
  readonly maxBufferedBytes?: number | undefined;
}

/** One event in a stream of Server-Sent Events. */
export interface EventFrame {
  readonly id?: string;
  readonly event?: string;
  /** Text without line breaks. */
  readonly data: string;
}

/**
 * Creates a response that streams Server-Sent Events. Events are buffered ahead of the client, within limits.
 *
 * `leave` is called once when the client disconnects or stops reading. It must stop the source of the events.
 *
 * @internal
 */
export function eventResponse(
  context: Context,
  frames: AsyncIterator<EventFrame>,
  {
    leave,
    ended = () => undefined,
    headers,
    status = 200,
    ...limits
  }: EventStreamLimits & {
    readonly leave: () => unknown;
    /** Called once when the stream has ended, for whatever reason. */
    readonly ended?: () => void;
    readonly headers?: Readonly<Record<string, string>> | undefined;
    /** Defaults to 200. */
    readonly status?: 200 | 202 | undefined;
  },
): Response {
  const body = eventStream(frames, limits, { leave, over: ended });
  return context.body(body, status, { "content-type": "text/event-stream", "cache-control": "no-cache", ...headers });
}

function eventStream(
  frames: AsyncIterator<EventFrame>,
  { keepAlive = 15_000, writeTimeout = 30_000, maxBufferedBytes = 1_048_576 }: EventStreamLimits,
  { leave, over }: { readonly leave: () => unknown; readonly over: () => void },
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const unread: Uint8Array[] = [];
  const ended = new AbortController();
  let bytes = 0;
  /** True while the run waits for the client to read the whole buffer. */
  let isFull = false;
  let isComplete = false;
  let isReading = false;
  let wakeReader: (() => void) | null = null;
  let wakeRun: (() => void) | null = null;
  let deadline: AbortController | null = null;

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        void run(controller);
        void beat(controller);
      },
      async pull(controller) {
        if (unread.length === 0 && !isComplete) {
          isReading = true;
          await new Promise<void>((resolve) => {
            wakeReader = resolve;
          });
          isReading = false;
        }
        const chunk = unread.shift();
        if (chunk !== undefined) {
          bytes -= chunk.byteLength;
          controller.enqueue(chunk);
        }
        // If the buffer is full, the client must read all of it before the deadline.
        if (unread.length === 0 || !isFull) deadline?.abort();
        if (unread.length === 0) wakeRun?.();
        else if (!isFull) expectRead(controller);
        if (unread.length === 0 && isComplete && !ended.signal.aborted) {
          ended.abort();
          over();
          controller.close();
        }
      },
      cancel: () => stop(),
    },
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );

  async function run(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    try {
      for (;;) {
        const next = await frames.next();
        if (ended.signal.aborted) return;
        if (next.done === true) break;
        push(controller, encoder.encode(textOf(next.value)));
        if (bytes < maxBufferedBytes) continue;
        await untilRead();
        if (ended.signal.aborted) return;
      }
    } catch {
      // The source of the frames reports its errors itself; the stream ends here.
    }
    isComplete = true;
    wakeReader?.();
  }

  async function beat(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    for (;;) {
      await systemClock.wait(keepAlive, ended.signal);
      if (ended.signal.aborted || isComplete) return;
      if (unread.length === 0) push(controller, encoder.encode(": \n\n"));
    }
  }

  function push(controller: ReadableStreamDefaultController<Uint8Array>, chunk: Uint8Array): void {
    unread.push(chunk);
    bytes += chunk.byteLength;
    if (isReading) wakeReader?.();
    else if (unread.length === 1) expectRead(controller);
  }

  async function untilRead(): Promise<void> {
    isFull = true;
    await new Promise<void>((resolve) => {
      wakeRun = resolve;
      if (unread.length === 0 || ended.signal.aborted) resolve();
    });
    isFull = false;
  }

  /** Starts the deadline after which the connection is closed if the client does not read. */
  function expectRead(controller: ReadableStreamDefaultController<Uint8Array>): void {
    deadline?.abort();
    const own = new AbortController();
    deadline = own;
    void disconnectAfter(AbortSignal.any([own.signal, ended.signal]), controller);
  }

  async function disconnectAfter(
    hasRead: AbortSignal,
    controller: ReadableStreamDefaultController<Uint8Array>,
  ): Promise<void> {
    await systemClock.wait(writeTimeout, hasRead);
    if (hasRead.aborted) return;
    controller.error(new Error(`The client did not read for ${writeTimeout} ms; the connection was closed.`));
    stop();
  }

  function stop(): void {
    if (ended.signal.aborted) return;
    ended.abort();
    deadline?.abort();
    unread.length = 0;
    bytes = 0;
    wakeRun?.();
    over();
    void Promise.resolve(leave()).catch(() => undefined);
  }
}

const textOf = ({ id, event, data }: EventFrame): string =>
  `${id === undefined ? "" : `id: ${id}\n`}${event === undefined ? "" : `event: ${event}\n`}data: ${data}\n\n`;
