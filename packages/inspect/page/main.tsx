import { render } from "preact";
import { App } from "./app.tsx";
import { startActing } from "./acting.ts";
import { start } from "./store.ts";

const root = document.querySelector("#app");
if (root !== null) {
  start();
  void startActing();
  render(<App />, root);
}
