import { render } from "preact";
import { App } from "./app.tsx";
import { start } from "./store.ts";

const root = document.querySelector("#app");
if (root !== null) {
  start();
  render(<App />, root);
}
