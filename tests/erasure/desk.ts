// A desk whose clerk notes what a person says: in a field of the user, and in a list and a value of the thread.
import { append, defineState, field, tidemark } from "tidemark";
import { sqlite } from "tidemark/sqlite";
import type { ThreadStorage } from "tidemark";
import { z } from "zod";

const Desk = defineState({
  version: 1,
  fields: {
    facts: field(z.array(z.string()), { default: [], lifetime: "user", owner: "clerk", reducer: append<string>() }),
    notes: field(z.array(z.string()), { default: [], lifetime: "thread", owner: "clerk", reducer: append<string>() }),
    last: field(z.string(), { default: "", lifetime: "thread", owner: "clerk" }),
  },
});

const desk = tidemark(Desk);

let held: { readonly reach: () => void; readonly opened: Promise<void> } | null = null;

/** Holds the next turn that says "hold", until it is opened. */
export function holdNext(): { readonly reached: Promise<void>; readonly open: () => void } {
  let [reach, open] = [(): void => {}, (): void => {}];
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const opened = new Promise<void>((resolve) => (open = resolve));
  held = { reach, opened };
  return { reached, open };
}

const clerk = desk.agent({
  name: "clerk",
  reads: ["task_user_input"],
  writes: ["messages", "facts", "notes", "last"],
  run: async ({ task_user_input: said }) => {
    const text = said ?? "";
    if (text === "hold") {
      held?.reach();
      await held?.opened;
    }
    return { facts: [text], notes: [text], last: text, messages: [{ role: "assistant", content: `Noted: ${text}` }] };
  },
});

/** Opens the desk on a storage. */
export const deskOn = (storage: ThreadStorage) => desk.app({ agents: [clerk], storage });

/** Opens the desk on a file. */
export const deskIn = (file: string) => deskOn(sqlite(file));
