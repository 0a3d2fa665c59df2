/** Names under which a machine reaches itself. A page of another host that resolves to this machine has another name. */
const LOCAL = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;

/** Rules for requests. */
export interface RequestRules {
  /** Text that every request of data must carry. Null if the application checks its users itself. */
  readonly token: string | null;
  /** True if requests under other host names are answered. */
  readonly anyHost: boolean;
  /** True if requests of data may write. Defaults to false. */
  readonly canWrite?: boolean;
}

/** Reason to refuse a request, or null. */
export type Refusal = { readonly status: 401 | 403 | 405; readonly reason: string } | null;

/** Decides whether a request is answered: read-only methods unless it may write, a local host name, no other origin. */
export function refusalOf(request: Request, { anyHost, canWrite = false }: RequestRules): Refusal {
  const { headers, method, url } = request;
  const mayPost = canWrite && method === "POST" && new URL(url).pathname.includes("/api/");
  if (method !== "GET" && method !== "HEAD" && !mayPost)
    return { status: 405, reason: canWrite ? "There is no such request." : "The inspector is read-only." };
  const host = headers.get("host") ?? new URL(url).host;
  if (!anyHost && !LOCAL.test(host))
    return { status: 403, reason: `"${host.slice(0, 100)}" is not a name of this machine.` };
  const origin = headers.get("origin");
  if (origin !== null && !isOwn(origin, host)) return { status: 403, reason: "The request comes from another origin." };
  const site = headers.get("sec-fetch-site");
  const isData = new URL(url).pathname.includes("/api/");
  if (isData && site !== null && site !== "same-origin" && site !== "none")
    return { status: 403, reason: "The request comes from another site." };
  return null;
}

/** Refuses data without the token. */
export function tokenRefusal(
  request: Request,
  { token }: Pick<RequestRules, "token">,
): { readonly status: 401; readonly reason: string } | null {
  if (token === null || sameText(request.headers.get("x-inspect-token") ?? "", token)) return null;
  return { status: 401, reason: "The token is missing or wrong. Open the address that the command printed." };
}

const isOwn = (origin: string, host: string): boolean => URL.canParse(origin) && new URL(origin).host === host;

/** Compares two texts in a time that does not depend on where they differ. */
function sameText(one: string, other: string): boolean {
  let difference = one.length ^ other.length;
  for (let index = 0; index < other.length; index += 1)
    difference |= (one.codePointAt(index) ?? 0) ^ (other.codePointAt(index) ?? 0);
  return difference === 0;
}

/** Headers of every answer. The page loads only its own files, and nobody can show it in a frame. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};
