import type { Clock } from "@tidemark/state-manager";
import type { Signals } from "../engine/signals.ts";
import type { TurnWatch } from "../store/turn-store.ts";

/** A client of `pg` that listens. */
interface ListeningClient {
  connect(): Promise<unknown>;
  query(text: string): Promise<unknown>;
  on(event: "end" | "error", listener: () => void): unknown;
  on(event: "notification", listener: (notice: { readonly payload?: string | undefined }) => void): unknown;
  unref(): void;
  end(): Promise<void>;
}

/** Connections that can be opened beside those of a pool: a `Pool` of `pg`. */
export interface ListeningPool {
  readonly Client?: new (options: unknown) => ListeningClient;
  readonly options?: unknown;
}

/** Options of {@link PostgresNotices}. */
interface NoticeOptions {
  readonly pool: ListeningPool;
  readonly schema: string;
  readonly signals: Signals;
  readonly clock: Pick<Clock, "wait">;
  /** Notifies those who listen to a channel. */
  readonly notify: (channel: string, payload: string) => Promise<unknown>;
}

/** Channel on which a change is announced. Workers do not listen to the changes of single turns. */
export type Channel = "tidemark_work" | "tidemark_turns";

/** Time after which a process looks by itself although it hears the others, in milliseconds. */
const HEARS = 2_000;

/** The same for a process that hears nobody. */
const DEAF = 200;

/** Shortest time between two notifications of a process, in milliseconds. */
const PACE = 10;

/** Time between two looks at a connection that listens, and before a new one is opened, in milliseconds. */
const LOOK = 1_000;

/** Number of looks between two notifications that a process sends to itself. */
const ECHO = 10;

/** Largest payload of a notification, in characters. Postgres refuses 8,000 bytes. */
const LARGEST = 1_900;

/**
 * Tells the processes of a database about changes, through one connection of each that listens.
 *
 * A notice may be lost. So a process hears itself now and then: if it does not, it looks more often, and opens a new connection.
 */
export class PostgresNotices {
  readonly #options: NoticeOptions;
  readonly #channels = new Set<Channel>();
  readonly #closed = new AbortController();
  readonly #open = new Map<Channel, Set<string>>();
  #client: ListeningClient | null = null;
  #isListening = false;
  #isTelling = false;
  #watches = 0;
  #heard = 0;
  #hears = false;

  constructor(options: NoticeOptions) {
    this.#options = options;
  }

  /** Watches a key that is announced on a channel. */
  watch(channel: Channel, key: string): TurnWatch {
    const watch = this.#options.signals.watch(key, () => (this.#hears ? HEARS : DEAF));
    this.#watches += 1;
    if (!this.#channels.has(channel)) {
      this.#channels.add(channel);
      if (this.#client !== null) void this.#listenTo(this.#client).catch(ignore);
    }
    if (!this.#isListening) void this.#listen();
    return {
      ...watch,
      end: () => {
        this.#watches -= 1;
        watch.end();
      },
    };
  }

  /** Announces a key. Resolves afterwards, or when it will be announced with others soon. */
  async tell(channel: Channel, key: string): Promise<void> {
    const keys = this.#open.get(channel) ?? new Set();
    this.#open.set(channel, keys.add(key));
    if (this.#isTelling) return;
    this.#isTelling = true;
    await this.#tellAll();
    void this.#goOn();
  }

  /** Ends the connection. */
  async close(): Promise<void> {
    this.#closed.abort();
    await this.#tellAll();
  }

  async #goOn(): Promise<void> {
    await this.#options.clock.wait(PACE, this.#closed.signal);
    while (this.#open.size > 0) {
      await this.#tellAll();
      await this.#options.clock.wait(PACE, this.#closed.signal);
    }
    this.#isTelling = false;
  }

  async #tellAll(): Promise<void> {
    const { schema, notify } = this.#options;
    const announced = [...this.#open];
    this.#open.clear();
    for (const [channel, keys] of announced) {
      let payload: string[] = [];
      const send = async () => notify(channel, JSON.stringify([schema, ...payload])).catch(ignore);
      for (const key of keys) {
        if (JSON.stringify([...payload, key]).length > LARGEST) {
          await send();
          payload = [];
        }
        payload.push(key);
      }
      await send();
    }
  }

  async #listen(): Promise<void> {
    const { pool, signals, clock } = this.#options;
    // Other kinds of pools cannot listen.
    if (pool.Client === undefined) return;
    this.#isListening = true;
    while (this.#watches > 0 && !this.#closed.signal.aborted) {
      const lost = new AbortController();
      const client = new pool.Client(pool.options);
      for (const event of ["end", "error"] as const) client.on(event, () => lost.abort());
      client.on("notification", ({ payload }) => this.#hear(payload));
      try {
        await client.connect();
        // A process ends although it listens.
        client.unref();
        for (let count = 0; count < this.#channels.size;) {
          count = this.#channels.size;
          await this.#listenTo(client);
        }
        this.#client = client;
        await this.#stay(AbortSignal.any([lost.signal, this.#closed.signal]));
      } catch {
        // The next attempt follows.
      }
      this.#client = null;
      this.#hears = false;
      signals.wake();
      void client.end().catch(ignore);
      if (this.#watches > 0) await clock.wait(LOOK, this.#closed.signal);
    }
    this.#isListening = false;
  }

  async #listenTo(client: ListeningClient): Promise<void> {
    await client.query([...this.#channels].map((channel) => `LISTEN ${channel}`).join("; "));
    // Earlier notices were not heard.
    this.#options.signals.wake();
  }

  /** Resolves when the connection is lost or not needed any more. */
  async #stay(lost: AbortSignal): Promise<void> {
    const [channel = "tidemark_work"] = this.#channels;
    let heard = -1;
    for (let look = 0; this.#watches > 0 && !lost.aborted; look += 1) {
      if (look % ECHO === 0) {
        if (heard === this.#heard) return;
        heard = this.#heard;
        void this.#options.notify(channel, "[]").catch(ignore);
      }
      await this.#options.clock.wait(LOOK, lost);
    }
  }

  #hear(payload = "[]"): void {
    this.#heard += 1;
    this.#hears = true;
    const [schema, ...keys] = textsOf(payload);
    if (schema === this.#options.schema) for (const key of keys) this.#options.signals.wake(key);
  }
}

const ignore = (): void => undefined;

/** Texts of a payload. Anybody with the right to connect can notify. */
function textsOf(payload: string): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(payload);
    return Array.isArray(parsed) ? parsed.filter((each) => typeof each === "string") : [];
  } catch {
    return [];
  }
}
