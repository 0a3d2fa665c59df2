import type { Program } from "@tidemark/terminal";
import type { Decided } from "../application.ts";
import { offerFrom } from "../approval/offer.ts";
import { openScheduler } from "../open-scheduler.ts";
import type { SchedulerValue } from "../state.ts";
import { HELP, type Options, readOptions } from "./options.ts";

/** The scheduler in a terminal. */
export const schedulerProgram: Program<Options, SchedulerValue, Decided> = {
  help: HELP,
  start: "npx -y pnpm@12.21.0 start",
  example: `npx -y pnpm@12.21.0 start -- "what's on Saturday?"`,
  page: "npx -y pnpm@12.21.0 --filter scheduler web",
  readOptions,
  open(options, { env }) {
    const { application, close } = openScheduler(options, env);
    return {
      application: {
        ...application,
        question(value) {
          const [offer, asked] = [offerFrom(value), application.question?.(value) ?? null];
          if (offer === null || asked === null) return null;
          const lines = [offer.aside, offer.problem, offer.question].filter((line) => typeof line === "string");
          return { ...asked, text: lines.join("\n"), notes: offer.conflicts };
        },
      },
      close,
    };
  },
};
