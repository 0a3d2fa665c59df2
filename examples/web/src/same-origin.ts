import type { MiddlewareHandler } from "hono";

/** Host names by which a browser on this machine reaches the server. */
const LOCAL = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Accepts requests from the page itself and from programs on this machine.
 *
 * `Host` must name this machine, which stops DNS rebinding. If the browser reports the origin of a request, it must be this
 * page. Posted bodies must be JSON, which forms and foreign pages cannot send without a preflight request.
 */
export const sameOrigin: MiddlewareHandler = async (context, next) => {
  const host = context.req.header("host") ?? "";
  const origin = context.req.header("origin");
  const site = context.req.header("sec-fetch-site");
  if (!LOCAL.has(host.replace(/:\d+$/, ""))) return context.json({ detail: "This host name is not allowed." }, 403);
  if (origin !== undefined && origin !== `http://${host}`)
    return context.json({ detail: "Requests from other pages are not allowed." }, 403);
  // A link on another page may open this page, but nothing else.
  if (site !== undefined && site !== "same-origin" && site !== "none" && context.req.path !== "/")
    return context.json({ detail: "Requests from other pages are not allowed." }, 403);
  if (context.req.method === "POST" && !/^application\/json\b/i.test(context.req.header("content-type") ?? ""))
    return context.json({ detail: "The content type must be application/json." }, 415);
  return next();
};
