import type { BaseCheckpointSaver } from "@langchain/langgraph";
import type { TurnEngine } from "tidemark/workers";
import { turns as orders } from "./orders.ts";

/** Turns on an engine that does not stop, like one whose server does not answer. */
export const turns = ({ engine, saver }: { engine: TurnEngine; saver: BaseCheckpointSaver }) =>
  orders({
    engine: {
      ...engine,
      work: async (runner) => ({ ...(await engine.work(runner)), stop: () => new Promise(() => {}) }),
    },
    saver,
  });
