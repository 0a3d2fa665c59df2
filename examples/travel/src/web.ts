import { openSession, type PendingInterrupt, systemClock } from "tidemark";
import type { ApprovalRequest } from "tidemark/schemas";
import { sqliteSaver, sqliteStore } from "tidemark/sqlite";
import path from "node:path";
import { builtPage, serveApplication } from "@tidemark/web";
import { sqliteDesk } from "./catalog/booking-desk.ts";
import { openSampleCatalog } from "./catalog/sample-catalog.ts";
import { answerTo } from "./conversation.ts";
import { openDatabase } from "./database.ts";
import { travelGraph } from "./graph.ts";
import { modelName } from "./model-name.ts";
import { TravelState } from "./state.ts";
import { readOptions } from "./terminal/options.ts";
import { travelTurns } from "./turns.ts";
import { tripView } from "./trip-view.ts";

const { env, argv, stdout } = process;
const options = readOptions(argv.slice(2));
const clock = { ...systemClock, now: () => options.now ?? systemClock.now() };
const model = modelName(options.model ?? env["TIDEMARK_MODEL"]);
const database = openDatabase(options.database);
const catalog = openSampleCatalog();
const services = { catalog, desk: sqliteDesk(database), store: sqliteStore({ database }), model, clock, brief: true };
const graph = travelGraph(services, sqliteSaver({ database }));

const root = path.join(import.meta.dirname, "..");
const session = (threadId: string) => openSession({ graph, threadId, userId: options.traveler, clock });
const view = {
  title: "Trip",
  folder: await builtPage({ sources: path.join(root, "page"), configFile: path.join(root, "vite.config.ts") }),
  data: async (threadId: string) => tripView(await session(threadId).state(), catalog.sample),
};

const application = {
  title: "Travel planner",
  intro: "Where do you want to go? Nothing is booked without your approval.",
  suggestions: [
    "A long weekend in Lisbon from Copenhagen in May, mid budget, I'm vegetarian and hate early flights",
    "Rome from Berlin, 3 to 7 March, two of us, under 900 euro, near the center",
    "A week in Athens from London in June with our two kids",
  ],
  state: TravelState,
  graph,
  session,
  // With workers, this process only shows the turns that they run.
  ...(env["TRAVEL_WORKERS"] === "1" && {
    workers: { turns: travelTurns(database, options, { model: env["TIDEMARK_MODEL"] }), userId: options.traveler },
  }),
  thread: options.thread,
  answerTo: (text: string, pending: PendingInterrupt) => answerTo(text, pending, services),
  approvalLabels: ({ payload }: ApprovalRequest) =>
    payload["action"] === "cancel"
      ? { approve: "Cancel booking", reject: "Keep it" }
      : { approve: "Book it", reject: "Not now" },
  clock,
  view,
};
const { url } = await serveApplication(application);
stdout.write(`${url}\n`);
