import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import {
  continueTurn,
  isContinueShown,
  isNewThreadOpen,
  lateAnswer,
  person,
  problemOf,
  run,
  sendMessage,
  stopRun,
  writing,
} from "./acting.ts";
import { ActionForm, Labeled, PersonField } from "./form-parts.tsx";
import { layout, loadThreads, showThread, threadId, threads, timeline } from "../store/store.ts";
import { countText, durationText } from "../values/text.ts";
import { valueOf } from "../values/value-input.tsx";

/** Sends a message to the thread, and shows what runs. */
export function Composer() {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => setProblem(null), [threadId.value]);
  const { value: about } = writing;
  const id = threadId.value;
  if (about === null || id === null) return null;
  const now = run.value?.threadId === id ? run.value : null;
  const act = (sent: Promise<unknown>): void => {
    setProblem(null);
    lateAnswer.value = null;
    sent.catch((error: unknown) => setProblem(problemOf(error)));
  };
  const send = (): void => {
    if (text.trim() === "") return;
    try {
      act(sendMessage(id, valueOf({ text, isJson: !about.takesMessages })).then(() => setText("")));
    } catch (error) {
      setProblem(problemOf(error));
    }
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
            <button type="button" class="link" onClick={() => act(continueTurn())}>
              {now.models === "live" ? "Continue the turn" : "Continue with live models"}
            </button>
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
          <button type="button" class="button" onClick={() => act(stopRun())}>
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
        {now.nodes.slice(-6).map(({ id, node, state }) => {
          const lane = layout.value.lanes.indexOf(node);
          return (
            <li key={id} class={`${state}${lane >= 0 ? ` h${lane % 10}` : ""}`}>
              {node}
            </li>
          );
        })}
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

/** First id that no listed thread has. */
function freeId(): string {
  const known = new Set(threads.value.value?.threads.map((each) => each.threadId));
  for (let number = 1; ; number += 1) if (!known.has(`thread-${number}`)) return `thread-${number}`;
}

/** Starts a thread with a message. */
export function NewThread() {
  const box = useRef<HTMLDialogElement>(null);
  const isOpen = isNewThreadOpen.value;
  useLayoutEffect(() => {
    if (isOpen) box.current?.showModal();
    else box.current?.close();
  }, [isOpen]);
  return (
    <dialog
      ref={box}
      class="new-thread"
      aria-label="New thread"
      onClose={() => {
        isNewThreadOpen.value = false;
      }}
    >
      {isOpen ? <NewThreadForm /> : null}
    </dialog>
  );
}

function NewThreadForm() {
  const [id, setId] = useState(freeId);
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
        <Labeled label={takesMessages ? "Message" : "Input of the graph, as JSON"}>
          {(place) => (
            <textarea
              id={place}
              class={`input${takesMessages ? "" : " code"}`}
              rows={3}
              autofocus
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Labeled>
        <Labeled label="Thread ID">
          {(place) => (
            <input id={place} class="input" value={id} onInput={(event) => setId(event.currentTarget.value)} />
          )}
        </Labeled>
        {writing.value?.hasOwners === true ? (
          <PersonField />
        ) : (
          <PersonField unstored="This graph does not store who writes." />
        )}
      </ActionForm>
    </>
  );
}
