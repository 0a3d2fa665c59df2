import { setTimeout as wait } from "node:timers/promises";
import type { Hono } from "hono";
import { expect } from "vitest";
import { z } from "zod";

const ORIGIN = "http://127.0.0.1:4000";

/** Headers of a request of the page. */
const headers = { "x-inspect-token": "token", origin: ORIGIN, "content-type": "application/json" };

const Body = z.looseObject({
  merged: z.looseObject({ proposed: z.array(z.looseObject({ field: z.string(), change: z.string() })) }).optional(),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  run: z.looseObject({ isRunning: z.boolean(), version: z.number() }).nullish(),
  newest: z.string().optional(),
  interrupts: z.array(z.looseObject({ id: z.string(), value: z.json() })).default([]),
  steps: z.array(z.looseObject({ id: z.string(), nodes: z.array(z.string()), source: z.string() })).default([]),
  fields: z.array(z.looseObject({ name: z.string(), value: z.json().optional() })).default([]),
});

/** Answer of the inspector. */
export interface Answer {
  readonly status: number;
  readonly body: z.infer<typeof Body>;
}

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: Body.parse(await response.json()),
});

/** Asks a question. */
export async function ask(app: Hono, question: string, query: Readonly<Record<string, string>>): Promise<Answer> {
  return answerOf(await app.request(`${ORIGIN}/api/${question}?${new URLSearchParams(query)}`, { headers }));
}

/** Sends a request that writes. */
export async function post(
  app: Hono,
  action: string,
  body: object,
  init: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const request = {
    method: "POST",
    headers: { ...headers, ...init },
    body: JSON.stringify(body),
  };
  return answerOf(await app.request(`${ORIGIN}/api/${action}`, request));
}

/** Waits until the run of a thread has ended, and returns it. */
async function ended(app: Hono, thread: string): Promise<object> {
  for (let version = 0; ;) {
    const { body } = await ask(app, "run", { thread, version: String(version) });
    if (body.run?.isRunning === false) return body.run;
    version = body.run?.version ?? 0;
    await wait(5);
  }
}

/** Sends a request that starts a run, and waits for its end. */
export async function act(
  app: Hono,
  action: string,
  body: { readonly thread: string; readonly to?: string } & Readonly<Record<string, unknown>>,
): Promise<object> {
  const { status, body: answer } = await post(app, action, body);
  expect({ status, error: answer.error }).toEqual({ status: 202, error: undefined });
  return ended(app, body.to ?? body.thread);
}

/** Values of fields at a step. */
export async function values(app: Hono, thread: string, step = "newest"): Promise<Readonly<Record<string, unknown>>> {
  const { body } = await ask(app, "state", { thread, step });
  return Object.fromEntries(body.fields.map(({ name, value }) => [name, value]));
}

/** Id of the first step in which a node ran. */
export const stepOf = async (app: Hono, thread: string, node: string): Promise<string> =>
  (await ask(app, "steps", { thread })).body.steps.find(({ nodes }) => nodes.includes(node))?.id ?? "";

/** Id of the newest input. */
export const inputOf = async (app: Hono, thread: string): Promise<string> =>
  (await ask(app, "steps", { thread })).body.steps.findLast(({ source }) => source === "input")?.id ?? "";

/** The open question of a thread. */
export const questionOf = async (app: Hono, thread: string) =>
  (await ask(app, "steps", { thread })).body.interrupts[0] ?? { id: "", value: null };
