import type { MiddlewareHandler } from "hono";

/** The names under which a browser on this machine reaches the server. */
const LOCAL = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Lets in what comes from the page itself, and from programs on this machine.
 *
 * The name in `Host` has to be one of this machine, so that no name elsewhere that leads here (DNS rebinding) reaches the
 * conversations; where a browser says what page sent a request, it has to be this one; what is posted has to be JSON, which
 * no form and no foreign page can send unasked.
 */
export const sameOrigin: MiddlewareHandler = async (context, next) => {
  const host = context.req.header("host") ?? "";
  const origin = context.req.header("origin");
  const site = context.req.header("sec-fetch-site");
  if (!LOCAL.has(host.replace(/:\d+$/, ""))) return context.json({ error: "This host is not served." }, 403);
  if (origin !== undefined && origin !== `http://${host}`)
    return context.json({ error: "Another page may not do this." }, 403);
  // A link from elsewhere may open the page, and nothing else.
  if (site !== undefined && site !== "same-origin" && site !== "none" && context.req.path !== "/")
    return context.json({ error: "Another page may not do this." }, 403);
  if (context.req.method === "POST" && !/^application\/json\b/i.test(context.req.header("content-type") ?? ""))
    return context.json({ error: "Send application/json." }, 415);
  return next();
};
