import { render } from "preact";
import { App } from "./shell/app.tsx";
import { useSharedThread } from "./server/local-thread.ts";
import { problemOf } from "./elements/use-action.tsx";
import { Notice } from "./elements/notice.tsx";
import { startShared } from "./store/store.ts";

const root = document.querySelector("#app");
if (root !== null) {
  try {
    startShared(useSharedThread());
    render(<App />, root);
  } catch (error) {
    render(
      <Notice title="Cannot read the thread in this page" kind="error">
        {problemOf(error)}
      </Notice>,
      root,
    );
  }
}
