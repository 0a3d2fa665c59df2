import { render } from "preact";
import { App } from "./app.tsx";
import type { ApplicationView } from "../src/api.ts";
import { readApplication, RETRY_MS } from "./thread/connection.ts";

/** Loads the application details; tries again until the server answers. */
async function readUntilThere(): Promise<ApplicationView> {
  for (;;) {
    try {
      return await readApplication();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

const root = document.querySelector("#root");
if (root !== null) {
  const application = await readUntilThere();
  document.title = application.title;
  render(<App application={application} />, root);
}
