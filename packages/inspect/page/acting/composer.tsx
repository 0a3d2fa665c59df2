import { Link } from "../elements/buttons.tsx";
import { useEffect, useState } from "preact/hooks";
import {
  continueTurn,
  isContinueShown,
  isNewThreadOpen,
  lateAnswer,
  person,
  run,
  sendMessage,
  stopRun,
  writing,
} from "./acting.ts";
import { Dialog } from "../elements/dialog.tsx";
import { useAction } from "../elements/use-action.tsx";
import { ActionForm, PersonField, TextField } from "./form-parts.tsx";
import { freeId } from "../store/free-id.ts";
import { hueOf, loadThreads, showThread, threadId, timeline } from "../store/store.ts";
import { countText, durationText } from "../values/text.ts";
import { valueOf } from "../values/value-input.tsx";

/** Sends a message to the thread, and shows what runs. */
export function Composer() {
  const [text, setText] = useState("");
  const { problem, act: begin, forget } = useAction();
  useEffect(forget, [threadId.value]);
  const { value: about } = writing;
  const id = threadId.value;
  if (about === null || id === null) return null;
  const now = run.value?.threadId === id ? run.value : null;
  const act = (request: () => Promise<unknown>): void => {
    lateAnswer.value = null;
    begin(request);
  };
  const send = (): void => {
    if (text.trim() === "") return;
    act(() => sendMessage(id, valueOf({ text, isJson: !about.takesMessages })).then(() => setText("")));
  };
  const waits = (timeline.value.value?.interrupts.length ?? 0) > 0;
  const late = lateAnswer.value?.threadId === id ? lateAnswer.value.problem : null;
  const shown = problem ?? late ?? (now?.isRunning === false ? now.problem : null);
  return (
    <footer class="composer">
      {now?.isRunning === true ? <Progress /> : null}
      {now?.isRunning === false && now.outcome !== null ? <LastRun /> : null}
      {shown === null ? null : (
        <p class="refusal" role="alert">
          {shown}
          {(now?.outcome === "failed" || now?.outcome === "aborted") && !isContinueShown.value ? (
            <Link onChoose={() => act(continueTurn)}>
              {now.models === "live" ? "Continue the turn" : "Continue with live models"}
            </Link>
          ) : null}
        </p>
      )}
      <form
        class="compose"
        aria-label="Message"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <textarea
          id="composer"
          class={`input${about.takesMessages ? "" : " code"}`}
          rows={Math.max(1, Math.min(5, text.split("\n").length))}
          aria-label={about.takesMessages ? "Message to the thread" : "Input of the graph, as JSON"}
          placeholder={waits ? "Or send a message" : about.takesMessages ? "Send a message" : '{ "field": … }'}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            if (now?.isRunning !== true) send();
          }}
        />
        {about.asksForPerson ? (
          <label class="as">
            <span class="dim">as</span>
            <input
              class="input"
              aria-label="Your name"
              placeholder="your name"
              autocomplete="name"
              value={person.value}
              onInput={(event) => {
                person.value = event.currentTarget.value;
              }}
              onChange={(event) => localStorage.setItem("tidemark-inspect-person", event.currentTarget.value)}
            />
          </label>
        ) : null}
        {now?.isRunning === true ? (
          <button type="button" class="button" onClick={() => act(stopRun)}>
            Stop
          </button>
        ) : (
          <button type="submit" class="button main" disabled={text.trim() === ""}>
            Send
          </button>
        )}
      </form>
    </footer>
  );
}

/** The nodes of the run, and what a model says. */
function Progress() {
  const now = run.value;
  if (now === null) return null;
  return (
    <div class="progress" role="status" aria-live="polite">
      <ol>
        {now.nodes.slice(-6).map(({ id, node, state }) => (
          <li key={id} class={`${state} ${hueOf(node)}`}>
            {node}
          </li>
        ))}
        {now.nodes.length === 0 ? <li class="running">starting</li> : null}
      </ol>
      {now.words === null || now.words.text === "" ? null : <p class="words">{now.words.text.slice(-600)}</p>}
    </div>
  );
}

/** What the last run has cost. */
function LastRun() {
  const now = run.value;
  if (now === null || now.outcome === null) return null;
  const { prompt, order } = now.recorded;
  const facts = [
    `Ran ${durationText(now.milliseconds)}`,
    prompt + order > 0 ? countText(prompt + order, "recorded answer") : "",
    order > 0 ? `${order} for a changed prompt` : "",
    now.live > 0 ? countText(now.live, "live call") : "",
  ];
  return (
    <p class="last-run dim" role="status">
      {facts.filter((fact) => fact !== "").join(" · ")}
    </p>
  );
}

/** Starts a thread with a message. */
export const NewThread = () => (
  <Dialog isOpen={isNewThreadOpen} kind="new-thread" label="New thread">
    {() => <NewThreadForm />}
  </Dialog>
);

function NewThreadForm() {
  const [id, setId] = useState(() => freeId("thread"));
  const [text, setText] = useState("");
  const takesMessages = writing.value?.takesMessages === true;
  const begin = async (): Promise<void> => {
    await sendMessage(id, valueOf({ text, isJson: !takesMessages }));
    isNewThreadOpen.value = false;
    await showThread(id);
    void loadThreads();
  };
  return (
    <>
      <h2>New thread</h2>
      <ActionForm
        label="New thread"
        actions={[
          { name: "Start", isMain: true, run: begin },
          { name: "Cancel", run: () => ((isNewThreadOpen.value = false), null) },
        ]}
      >
        <TextField
          label={takesMessages ? "Message" : "Input of the graph, as JSON"}
          isCode={!takesMessages}
          rows={3}
          takesFocus
          value={text}
          onChange={setText}
        />
        <TextField label="Thread ID" value={id} onChange={setId} />
        {writing.value?.hasOwners === true ? (
          <PersonField />
        ) : (
          <PersonField unstored="This graph does not store who writes." />
        )}
      </ActionForm>
    </>
  );
}
