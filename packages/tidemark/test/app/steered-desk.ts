import { defineState, field, type memory, tidemark } from "tidemark";
import type { scriptedModel } from "tidemark/testing";
import { z } from "zod";

export const Desk = defineState({
  version: 1,
  fields: { city: field(z.string().nullable(), { default: null, owner: "clerk", lifetime: "thread" }) },
});
const desk = tidemark(Desk);

/** Parts of {@link deskApp}. */
export interface DeskOptions {
  readonly model: ReturnType<typeof scriptedModel>;
  readonly storage: ReturnType<typeof memory>;
  readonly guardrails?: NonNullable<Parameters<typeof desk.app>[0]["guardrails"]>;
  readonly limits?: NonNullable<Parameters<typeof desk.app>[0]["limits"]>;
  readonly look: () => Promise<string>;
  /** Gets what is paid. */
  readonly paid?: string[];
}

/** A desk that looks, and pays with the approval of a person. */
export function deskApp({ look, paid, guardrails = [], ...options }: DeskOptions) {
  const clerk = desk.agent({
    name: "clerk",
    tools: {
      look: { description: "Looks.", inputs: z.object({ where: z.string() }), run: look },
      pay: {
        description: "Pays.",
        inputs: z.object({ id: z.string() }),
        approve: () => true,
        run: ({ id }) => {
          paid?.push(id);
          return "Paid.";
        },
      },
    },
  });
  return desk.app({ ...options, agents: [clerk], guardrails });
}
