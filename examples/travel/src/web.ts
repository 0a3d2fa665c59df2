import path from "node:path";
import { builtPage, startPage } from "@tidemark/web";
import { openTravel } from "./application.ts";
import { travelProgram } from "./terminal/program.ts";
import { tripView } from "./trip-view.ts";

await startPage(travelProgram, async (options) => {
  const { application, services, turns } = openTravel(options, { brief: true });
  const root = path.join(import.meta.dirname, "..");
  return {
    ...application,
    // With workers, this process only shows the turns that they run.
    ...(process.env["TRAVEL_WORKERS"] === "1" && { workers: { turns: turns(), userId: options.traveler } }),
    view: {
      title: "Trip",
      folder: await builtPage({ sources: path.join(root, "page"), configFile: path.join(root, "vite.config.ts") }),
      data: async (threadId) => tripView(await application.session(threadId).state(), services.catalog.sample),
    },
  };
});
