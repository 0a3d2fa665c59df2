import { openSession, systemClock } from "tidemark";
import { sqliteSaver, sqliteStore } from "tidemark/sqlite";
import { serveApplication } from "@tidemark/web";
import { sqliteDesk } from "./catalog/booking-desk.ts";
import { openSampleCatalog } from "./catalog/sample-catalog.ts";
import { answersQuestion } from "./conversation.ts";
import { openDatabase } from "./database.ts";
import { travelGraph } from "./graph.ts";
import { modelName } from "./model-name.ts";
import { TravelState } from "./state.ts";
import { readOptions } from "./terminal/options.ts";

const { env, argv, stdout } = process;
const options = readOptions(argv.slice(2));
const clock = { ...systemClock, now: () => options.now ?? systemClock.now() };
const model = modelName(options.model ?? env["TIDEMARK_MODEL"]);
const database = openDatabase(options.database);
const catalog = openSampleCatalog();
const services = { catalog, desk: sqliteDesk(database), store: sqliteStore({ database }), model, clock };
const graph = travelGraph(services, sqliteSaver({ database }));

const { url } = await serveApplication({
  title: "Travel planner",
  intro: "Where do you want to go? Nothing is booked without your approval.",
  suggestions: ["A long weekend in Lisbon from Copenhagen in May, mid budget, I'm vegetarian and hate early flights"],
  state: TravelState,
  graph,
  session: (threadId) => openSession({ graph, threadId, userId: options.traveler, clock }),
  thread: options.thread,
  isAnswer: (text, pending) => answersQuestion(text, pending, services),
  clock,
});
stdout.write(`${url}\n`);
