import { render } from "preact";
import { App } from "./shell/app.tsx";
import { startActing } from "./acting/acting.ts";
import { start } from "./store/store.ts";

const root = document.querySelector("#app");
if (root !== null) {
  start();
  void startActing();
  render(<App />, root);
}
