/** A refused or failed request, with the sentence to show. */
export class RequestError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const KEY = "tidemark-inspect-token";

/** Takes the token out of the address, so that it is not in links that people copy. */
export function takeToken(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (token === null) return;
  sessionStorage.setItem(KEY, token);
  history.replaceState(null, "", location.pathname + location.search);
}

/** Asks the server a question. Throws a {@link RequestError}; its code is `offline` if nobody answers. */
export async function ask<Answer>(
  question: string,
  query: Readonly<Record<string, string | number | readonly string[] | undefined>>,
  signal?: AbortSignal,
): Promise<Answer> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const each of [value].flat()) search.append(name, String(each));
  }
  return answerTo<Answer>(`${question}?${search}`, { signal: signal ?? null });
}

/** Asks the server to write. Throws a {@link RequestError} with the reason of a refusal. */
export function send<Answer>(action: string, body: object): Promise<Answer> {
  return answerTo<Answer>(action, { method: "POST", body: JSON.stringify(body) });
}

async function answerTo<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const { signal } = init;
  let response: Response;
  try {
    const headers = { "x-inspect-token": sessionStorage.getItem(KEY) ?? "", "content-type": "application/json" };
    response = await fetch(`api/${path}`, { ...init, headers });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new RequestError("offline", "The inspector does not answer. It is asked again every two seconds.");
  }
  const body: unknown = await response.json();
  if (response.ok) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the server of this page answers to a question of this name
    return body as Answer;
  }
  const failure: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "error") : null;
  const part = (name: string): string => {
    const value: unknown = typeof failure === "object" && failure !== null ? Reflect.get(failure, name) : null;
    return typeof value === "string" ? value : "";
  };
  throw new RequestError(part("code"), part("message"));
}
