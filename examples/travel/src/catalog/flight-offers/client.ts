import type { Clock } from "tidemark";
import { z } from "zod";

/** Where the service is, who asks, and how long that may take. */
export interface ClientOptions {
  /** The address of the service; a key never goes to another one. */
  readonly url: string;
  readonly id: string;
  readonly secret: string;
  readonly clock: Clock;
  /** How long one request may take; 8 seconds when not said. */
  readonly timeoutSeconds?: number;
  /** How often a request is made at most; 3 when not said. */
  readonly attempts?: number;
  /** How long the service may make us wait before another attempt; 10 seconds when not said. */
  readonly patienceSeconds?: number;
}

/** What came of a request. */
export type Answer =
  | { readonly outcome: "answered"; readonly body: unknown }
  /** Why there is no answer, for people. */
  | { readonly outcome: "failed"; readonly problem: string };

/** Asks a service that wants a token, and asks again when that may help. */
export interface Client {
  /** Gets a path, or an address on the same service that an answer has named. Throws only when its signal is aborted. */
  get(address: string, signal?: AbortSignal): Promise<Answer>;
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const BACKOFF = { maxAttempts: 3, delaySeconds: 0.5, backoffFactor: 2 };
/** An answer longer than this is none. */
const LONGEST = 5_000_000;

/** What one attempt came to; `retry` is in how many seconds another one may help, null when never. */
type Attempt =
  | Extract<Answer, { outcome: "answered" }>
  | { readonly outcome: "failed"; readonly problem: string; readonly retry: number | null };

/** Makes the client of a service with client credentials (RFC 6749, 4.4), as flight-offers APIs have them. */
export function offersClient(options: ClientOptions): Client {
  const { url, id, secret, clock, timeoutSeconds = 8, attempts = 3, patienceSeconds = 10 } = options;
  let token: { readonly text: string; readonly until: number } | null = null;

  const fetched = async (address: URL, init: RequestInit, signal: AbortSignal | undefined): Promise<Attempt> => {
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
    try {
      const response = await fetch(address, {
        ...init,
        // A redirect would take the key along to an address that nobody chose.
        redirect: "error",
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      if (!response.ok) {
        await response.body?.cancel();
        return { outcome: "failed", ...refusal(response, clock) };
      }
      const text = await response.text();
      if (text.length > LONGEST) return { outcome: "failed", problem: "the answer is too long", retry: null };
      return { outcome: "answered", body: JSON.parse(text) };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof SyntaxError) return { outcome: "failed", problem: "the answer is no JSON", retry: null };
      const problem = timeout.aborted ? `no answer within ${timeoutSeconds} seconds` : "the service cannot be reached";
      return { outcome: "failed", problem, retry: 0 };
    }
  };

  const authorized = async (address: URL, signal: AbortSignal | undefined): Promise<Attempt> => {
    const now = Date.parse(clock.now());
    if (token === null || token.until <= now) {
      const body = new URLSearchParams({ grant_type: "client_credentials", client_id: id, client_secret: secret });
      const answer = await fetched(new URL("/v1/security/oauth2/token", url), { method: "POST", body }, signal);
      if (answer.outcome === "failed") return answer;
      const given = Token.safeParse(answer.body);
      if (!given.success) return { outcome: "failed", problem: "the service gave no token", retry: null };
      // A token that ends on the way would be refused.
      token = { text: given.data.access_token, until: now + (given.data.expires_in - 10) * 1000 };
    }
    return fetched(address, { headers: { authorization: `Bearer ${token.text}` } }, signal);
  };

  return {
    async get(address, signal) {
      const target = URL.parse(address, url);
      if (target?.origin !== new URL(url).origin)
        return { outcome: "failed", problem: "the service names another address" };
      for (let made = 1; ; made += 1) {
        const attempt = await authorized(target, signal);
        if (attempt.outcome === "answered") return attempt;
        if (attempt.problem === EXPIRED) token = null;
        const { problem, retry } = attempt;
        if (retry === null || made >= attempts) return { outcome: "failed", problem };
        if (retry > patienceSeconds)
          return { outcome: "failed", problem: `${problem} and wants to be asked in ${retry} seconds again` };
        await clock.wait(Math.max(retry, BACKOFF.delaySeconds * BACKOFF.backoffFactor ** (made - 1)) * 1000, signal);
        signal?.throwIfAborted();
      }
    },
  };
}

const EXPIRED = "the service does not accept the key";

function refusal(
  { status, headers }: Response,
  clock: Clock,
): { readonly problem: string; readonly retry: number | null } {
  if (status === 401) return { problem: EXPIRED, retry: 0 };
  if (status === 429)
    return { problem: "the service is asked too often", retry: secondsOf(headers.get("retry-after"), clock) };
  const problem = `the service answered ${status}`;
  return { problem, retry: status >= 500 ? secondsOf(headers.get("retry-after"), clock) : null };
}

/** `Retry-After` has seconds or a date. */
function secondsOf(retryAfter: string | null, clock: Clock): number {
  if (retryAfter === null) return 0;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.parse(clock.now())) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : 0;
}
