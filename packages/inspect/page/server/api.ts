/** A refused or failed request, with the sentence to show. */
export class RequestError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const KEY = "tidemark-inspect-token";

type Answerer = (question: string, query: URLSearchParams) => Promise<unknown>;

let answer: Answerer | null = null;

/** Answers questions in the page itself, without a server. */
export function answerLocally(answerer: Answerer): void {
  answer = answerer;
}

/** True for a page that contains its thread. */
export const isShared = (): boolean => answer !== null;

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
  if (answer !== null) {
    const found = await answer(question, search);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the reader of this page answers a question of this name with it
    return found as Answer;
  }
  return answerOf<Answer>(await request(`${question}?${search}`, { signal: signal ?? null }));
}

/** Asks the server to write. Throws a {@link RequestError} with the reason of a refusal. */
export async function send<Answer>(action: string, body: object): Promise<Answer> {
  return answerOf<Answer>(await request(action, { method: "POST", body: JSON.stringify(body) }));
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the server of this page answers to a question of this name
    return body as Answer;
  }
  throw failureOf(body);
}

/** Asks the server for a thread as one page. Throws a {@link RequestError}. */
export async function sharedPage(thread: string): Promise<Blob> {
  const response = await request(`share?${new URLSearchParams({ thread })}`, {});
  if (response.ok) return response.blob();
  const body: unknown = await response.json().catch(() => null);
  throw failureOf(body);
}

async function request(path: string, init: RequestInit): Promise<Response> {
  const { signal } = init;
  try {
    const headers = { "x-inspect-token": sessionStorage.getItem(KEY) ?? "", "content-type": "application/json" };
    return await fetch(`api/${path}`, { ...init, headers });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new RequestError("offline", "The inspector's server does not respond. Retrying every two seconds.");
  }
}

function failureOf(body: unknown): RequestError {
  const failure: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "error") : null;
  const part = (name: string): string => {
    const value: unknown = typeof failure === "object" && failure !== null ? Reflect.get(failure, name) : null;
    return typeof value === "string" ? value : "";
  };
  return new RequestError(part("code"), part("message") || "The server's answer could not be read. Reload the page.");
}
