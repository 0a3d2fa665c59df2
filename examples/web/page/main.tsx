import { render } from "preact";
import { z } from "zod";
import { App } from "./app.tsx";
import { readApplication, threadOfAddress } from "./connection.ts";

// The content security policy forbids generated code, so Zod must not try to compile.
z.config({ jitless: true });

const root = document.querySelector("#root");
if (root !== null) {
  const application = await readApplication();
  document.title = application.title;
  render(<App application={application} threadId={threadOfAddress() ?? application.thread} />, root);
}
