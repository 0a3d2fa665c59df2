import type { Clock } from "tidemark";
import { z } from "zod";

/** Address, credentials and limits of a flight-offers client. */
export interface ClientOptions {
  /** Address of the service. Credentials are sent to no other origin. */
  readonly url: string;
  readonly id: string;
  readonly secret: string;
  readonly clock: Clock;
  /** Timeout of one request, in seconds. Defaults to 8. */
  readonly timeoutSeconds?: number;
  /** Maximum number of attempts for a request. Defaults to 3. */
  readonly maxAttempts?: number;
  /** Longest delay before a retry that the service may ask for, in seconds. Defaults to 10. */
  readonly maxRetryDelaySeconds?: number;
}

/** Result of a request. `problem` is a message for people. */
export type Answer =
  | { readonly outcome: "answered"; readonly body: unknown }
  | { readonly outcome: "failed"; readonly problem: string };

/** HTTP client that authenticates with a token and retries failed requests. */
export interface Client {
  /** Gets a path, or an address on the same service. Throws only if the signal is aborted. */
  get(address: string, signal?: AbortSignal): Promise<Answer>;
}

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
/** Delay before the first retry, in seconds. It doubles with each further one. */
const FIRST_DELAY_SECONDS = 0.5;
/** Longest accepted response, in characters. */
const MAX_RESPONSE_LENGTH = 5_000_000;

/** Result of one attempt. `retry` is the delay before the next one in seconds, or null if a retry cannot help. */
type Attempt =
  | Extract<Answer, { outcome: "answered" }>
  | { readonly outcome: "failed"; readonly problem: string; readonly retry: number | null };

/** Creates a client for a flight-offers API that uses the client credentials grant (RFC 6749, section 4.4). */
export function offersClient(options: ClientOptions): Client {
  const { url, id, secret, clock, timeoutSeconds = 8, maxAttempts = 3, maxRetryDelaySeconds = 10 } = options;
  let token: { readonly text: string; readonly until: number } | null = null;

  const fetchJson = async (address: URL, init: RequestInit, signal: AbortSignal | undefined): Promise<Attempt> => {
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
    try {
      const response = await fetch(address, {
        ...init,
        // A redirect would send the credentials to another address.
        redirect: "error",
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      });
      if (!response.ok) {
        await response.body?.cancel();
        return { outcome: "failed", ...errorOf(response, clock) };
      }
      const text = await response.text();
      if (text.length > MAX_RESPONSE_LENGTH)
        return { outcome: "failed", problem: "the response is too long", retry: null };
      return { outcome: "answered", body: JSON.parse(text) };
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof SyntaxError) return { outcome: "failed", problem: "the response is not JSON", retry: null };
      const problem = timeout.aborted
        ? `the service did not respond within ${timeoutSeconds} seconds`
        : "the service cannot be reached";
      return { outcome: "failed", problem, retry: 0 };
    }
  };

  const fetchAuthorized = async (address: URL, signal: AbortSignal | undefined): Promise<Attempt> => {
    const now = Date.parse(clock.now());
    if (token === null || token.until <= now) {
      const body = new URLSearchParams({ grant_type: "client_credentials", client_id: id, client_secret: secret });
      const answer = await fetchJson(new URL("/v1/security/oauth2/token", url), { method: "POST", body }, signal);
      if (answer.outcome === "failed") return answer;
      const grant = Token.safeParse(answer.body);
      if (!grant.success) return { outcome: "failed", problem: "the service returned no token", retry: null };
      // Renew the token 10 seconds early, so that it does not expire during a request.
      token = { text: grant.data.access_token, until: now + (grant.data.expires_in - 10) * 1000 };
    }
    return fetchJson(address, { headers: { authorization: `Bearer ${token.text}` } }, signal);
  };

  return {
    async get(address, signal) {
      const target = URL.parse(address, url);
      if (target?.origin !== new URL(url).origin)
        return { outcome: "failed", problem: "the service points to another address" };
      for (let attempts = 1; ; attempts += 1) {
        const attempt = await fetchAuthorized(target, signal);
        if (attempt.outcome === "answered") return attempt;
        if (attempt.problem === UNAUTHORIZED) token = null;
        const { problem, retry } = attempt;
        if (retry === null || attempts >= maxAttempts) return { outcome: "failed", problem };
        if (retry > maxRetryDelaySeconds)
          return { outcome: "failed", problem: `${problem} (retry after ${retry} seconds)` };
        await clock.wait(Math.max(retry, FIRST_DELAY_SECONDS * 2 ** (attempts - 1)) * 1000, signal);
        signal?.throwIfAborted();
      }
    },
  };
}

const UNAUTHORIZED = "the service rejected the credentials";

function errorOf(
  { status, headers }: Response,
  clock: Clock,
): { readonly problem: string; readonly retry: number | null } {
  if (status === 401) return { problem: UNAUTHORIZED, retry: 0 };
  if (status === 429)
    return { problem: "the service received too many requests", retry: secondsOf(headers.get("retry-after"), clock) };
  const problem = `the service answered ${status}`;
  return { problem, retry: status >= 500 ? secondsOf(headers.get("retry-after"), clock) : null };
}

/** Reads a `Retry-After` header, which contains seconds or a date. */
function secondsOf(retryAfter: string | null, clock: Clock): number {
  if (retryAfter === null) return 0;
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : (Date.parse(retryAfter) - Date.parse(clock.now())) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : 0;
}
