import { type SqliteSaver, sqliteSaver } from "tidemark/sqlite";
import { DatabaseSync } from "node:sqlite";
import { openConversation, resultOf } from "@tidemark/terminal";
import { openCalendar } from "../../src/calendar/sqlite-calendar.ts";
import { schedulerApplication } from "../../src/application.ts";
import type { Calendar } from "../../src/domain/calendar.ts";
import { schedulerGraph } from "../../src/graph.ts";

/** Answers the question that waits with a yes, and dies without warning at the given moment, as from a power cut. */
const [database = "", moment = "", now = ""] = process.argv.slice(2);

const die = (at: string): void => {
  if (at === moment) process.kill(process.pid, "SIGKILL");
};

const stored = openCalendar({ file: database, now });
let isWritten = false;
const calendar: Calendar = {
  ...stored,
  apply(changes, origin) {
    die("before the calendar is written");
    const applied = stored.apply(changes, origin);
    isWritten = true;
    die("after the calendar is written");
    return applied;
  },
};

/** A saver that kills its process before or after LangGraph stores a step. */
function mortalSaver(file: string): SqliteSaver {
  const saver = sqliteSaver({ database: new DatabaseSync(file) });
  const [put, putWrites] = [saver.put.bind(saver), saver.putWrites.bind(saver)];
  return Object.assign(saver, {
    async putWrites(...args: Parameters<SqliteSaver["putWrites"]>): Promise<void> {
      await putWrites(...args);
      die("once the answer is stored");
      if (isWritten) die("once the result of the writing step is stored");
    },
    async put(...args: Parameters<SqliteSaver["put"]>): ReturnType<SqliteSaver["put"]> {
      if (isWritten) die("before the checkpoint of the writing step");
      const config = await put(...args);
      if (isWritten) die("after the checkpoint of the writing step");
      return config;
    },
  });
}

const services = {
  calendar,
  model: null,
  clock: { now: () => now },
  ids: { next: () => "unused" },
};
const checkpointer = mortalSaver(`${database}.conversations`);
const graph = schedulerGraph(services, { checkpointer });
const conversation = openConversation(schedulerApplication(graph, services, { thread: "home", member: null }));
const { message } = await resultOf(conversation.answer("1"));
process.stdout.write(message);
