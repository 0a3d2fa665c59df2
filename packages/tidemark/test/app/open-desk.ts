import { EventEmitter, once } from "node:events";
import { memory } from "tidemark";
import { type ScriptedAnswer, scriptedModel } from "tidemark/testing";
import { type DeskOptions, deskApp } from "./steered-desk.ts";

/** A promise that somebody else resolves. */
export function gate() {
  const events = new EventEmitter();
  return { opened: once(events, "open"), open: () => void events.emit("open") };
}

export const look = { toolCalls: [{ name: "look", args: { where: "here" } }] };
export const lookAndPay = { toolCalls: [...look.toolCalls, { name: "pay", args: { id: "a" } }] };

/** A desk whose tool waits: for each call, when it has begun and how it goes on. */
export function openDesk(
  answers: readonly ScriptedAnswer[],
  { storage = memory(), ...more }: Partial<Pick<DeskOptions, "guardrails" | "limits" | "storage">> = {},
) {
  const begun = gate();
  const goOn = gate();
  const paid: string[] = [];
  const model = scriptedModel(answers);
  const waits = async () => {
    begun.open();
    await goOn.opened;
    return "Nothing yet.";
  };
  const app = deskApp({ model, storage, ...more, look: waits, paid });
  return { app, model, storage, paid, begun: begun.opened, goOn: goOn.open };
}

/** A guardrail that holds an answer: when it has begun, and how it goes on. */
export function slowGuard() {
  const checking = gate();
  const checked = gate();
  const slow = {
    name: "slow",
    beforeAnswer: async () => {
      checking.open();
      await checked.opened;
      return undefined;
    },
  };
  return { checking, checked, slow };
}

export const said = (model: ReturnType<typeof scriptedModel>, call: number) =>
  (model.got[call]?.messages ?? []).filter(({ type }) => type !== "system").map(({ type, text }) => `${type}: ${text}`);

export const conversation = async (session: { state(): Promise<unknown> }) => {
  const state = await session.state();
  const messages: unknown = Reflect.get(Object(state), "messages");
  return (Array.isArray(messages) ? messages : []).map(
    (each) => `${String(Reflect.get(Object(each), "type"))}: ${String(Reflect.get(Object(each), "text"))}`,
  );
};

/** What the tests use of a session. */
interface SteeredSession {
  send(
    text: string,
    options: { readonly onBusy: "steer"; readonly onSteered: () => void; readonly idempotencyKey?: string },
  ): Promise<{ readonly outcome: string }>;
}

/** Sends a message to the turn that is running, and waits until it is stored. */
export async function steer(session: SteeredSession, text: string, idempotencyKey?: string) {
  const stored = gate();
  const result = session.send(text, {
    onBusy: "steer",
    onSteered: stored.open,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  });
  await Promise.race([stored.opened, result]);
  return { result };
}
