import type { Clock } from "@tidemark/state-manager";
import type { MiddlewareHandler } from "hono";
import { problemResponse } from "./problem.ts";

/**
 * Refuses requests of pages from other origins, which a browser sends with the cookies of its user, and lets the given origins read
 * the responses.
 *
 * A request without the header `Origin` comes from the same origin or from no page.
 *
 * @internal
 */
export const originGuard =
  (origins: readonly string[]): MiddlewareHandler =>
  async (context, next) => {
    const origin = context.req.header("origin");
    if (origin === undefined || isSame(origin, context.req.header("host"), context.req.url)) {
      await next();
      return undefined;
    }
    if (!origins.includes(origin)) {
      return problemResponse(context, { code: "forbidden", detail: "Pages of this origin may not use this server." });
    }
    if (context.req.method === "OPTIONS") {
      return context.body(null, 204, {
        ...allowed(origin),
        "access-control-allow-methods": "GET, POST",
        "access-control-allow-headers": "authorization, content-type, last-event-id",
        "access-control-max-age": "600",
      });
    }
    await next();
    for (const [name, value] of Object.entries(allowed(origin))) context.res.headers.set(name, value);
    return undefined;
  };

const allowed = (origin: string): Readonly<Record<string, string>> => ({
  "access-control-allow-origin": origin,
  "access-control-allow-credentials": "true",
  "access-control-expose-headers": "content-location, location, retry-after, x-run-id",
  vary: "origin",
});

function isSame(origin: string, host: string | undefined, url: string): boolean {
  try {
    return new URL(origin).host === (host ?? new URL(url).host);
  } catch {
    return false;
  }
}

/** Counts the requests of each user. */
export interface RequestLimit {
  /** True if the user may send another request in this minute. */
  take(user: string): boolean;
}

/**
 * Limits the requests of a user in one minute of the clock.
 *
 * @internal
 */
export function requestLimit(perMinute: number, clock: Pick<Clock, "now">): RequestLimit {
  const counts = new Map<string, number>();
  let minute = "";
  return {
    take(user) {
      // The minute of an instant in ISO 8601.
      const now = clock.now().slice(0, 16);
      if (now !== minute) counts.clear();
      minute = now;
      const count = (counts.get(user) ?? 0) + 1;
      counts.set(user, count);
      return count <= perMinute;
    },
  };
}
