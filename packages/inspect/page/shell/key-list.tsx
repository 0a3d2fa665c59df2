import { Tool } from "../elements/buttons.tsx";
import { Dialog } from "../elements/dialog.tsx";
import { areKeysShown } from "../store/store.ts";
import { commands } from "./commands.ts";
import { keyName } from "./key-names.ts";

/** The keys of the page. */
export const Keys = () => (
  <Dialog isOpen={areKeysShown} kind="keys" label="Keys">
    {(close) => (
      <>
        <header>
          <h2>Keyboard shortcuts</h2>
          <Tool onChoose={close}>Close</Tool>
        </header>
        <dl>
          {[{ name: "Find anything", key: "⌘K" }, ...commands()].map(({ name, key }) =>
            key === undefined ? null : (
              <div key={key}>
                <dt>
                  <kbd>{keyName(key)}</kbd>
                </dt>
                <dd>{name}</dd>
              </div>
            ),
          )}
        </dl>
      </>
    )}
  </Dialog>
);
