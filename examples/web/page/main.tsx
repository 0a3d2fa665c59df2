import { render } from "preact";
import { App } from "./app.tsx";
import { readApplication } from "./thread/connection.ts";

const root = document.querySelector("#root");
if (root !== null) {
  const application = await readApplication();
  document.title = application.title;
  render(<App application={application} />, root);
}
