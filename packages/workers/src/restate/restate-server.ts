import { systemClock } from "@tidemark/state-manager";
import { messageOf, workerErrors } from "../errors.ts";

/** Time that one request may take, in milliseconds. */
const TIMEOUT = 5_000;

/** Number of attempts to deliver a turn. */
const ATTEMPTS = 3;

interface RestateServerOptions {
  readonly ingress: string;
  readonly admin: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A turn that is sent. */
interface SentTurn {
  readonly queue: string;
  readonly turnId: string;
  readonly threadId: string;
  readonly delay: number;
}

/** Name of the virtual object of the turns of a name. Names in Restate consist of letters, digits and a few signs. */
export const objectOf = (queue: string): string =>
  `tidemark.${queue.replaceAll(/[^\w-]|_/g, (sign) => (sign === "_" ? "__" : `_${sign.codePointAt(0)}_`))}`;

/** Handler of the virtual object. */
export const HANDLER = "run";

/** A Restate server, as its HTTP API shows it. */
export class RestateServer {
  readonly #options: RestateServerOptions;

  constructor(options: RestateServerOptions) {
    this.#options = options;
  }

  /** Stores the call of a turn. The same turn again is the same call. Throws `workers/notDelivered`. */
  async send({ queue, turnId, threadId, delay }: SentTurn): Promise<void> {
    const later = delay > 0 ? `?delay=${Math.ceil(delay)}ms` : "";
    const path = `/${objectOf(queue)}/${encodeURIComponent(threadId)}/${HANDLER}/send${later}`;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const response = await this.#post(this.#options.ingress, path, {
          headers: { "idempotency-key": encodeURIComponent(turnId) },
          body: turnId,
        });
        // The server does not know the object before the first worker has started, which finds the turns that wait.
        if (response.ok || response.status === 404) return;
        throw new Error(`HTTP ${response.status} ${await response.text()}`);
      } catch (error) {
        if (attempt === ATTEMPTS) {
          throw workerErrors.notDelivered({ turnId, problem: messageOf(error) }, { cause: error });
        }
        await systemClock.wait(100 * attempt);
      }
    }
  }

  /** Registers the workers at an endpoint. */
  async register(endpoint: string): Promise<void> {
    const response = await this.#post(this.#options.admin, "/deployments", { body: { uri: endpoint, force: true } });
    if (!response.ok) throw new Error(`Restate refuses ${endpoint}: HTTP ${response.status} ${await response.text()}`);
    await response.body?.cancel();
  }

  #post(
    base: string,
    path: string,
    { headers = {}, body }: { readonly headers?: Readonly<Record<string, string>>; readonly body: unknown },
  ): Promise<Response> {
    return fetch(`${base.replace(/\/$/, "")}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...this.#options.headers, ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT),
    });
  }
}
