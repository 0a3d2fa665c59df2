import { readFileSync } from "node:fs";
import path from "node:path";

/** A file of the page of the examples. */
const read = (file: string): string => readFileSync(path.join(import.meta.dirname, "../../../web/page", file), "utf8");

/** A page that hosts the view as the page of the examples does, with nothing else in it. */
export const hostFiles: Readonly<Record<string, { readonly type: string; readonly body: string }>> = {
  "/": {
    type: "text/html",
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Host</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <link rel="icon" href="data:," />
      <link rel="stylesheet" href="/host.css" /><link rel="stylesheet" href="/view.css" />
      </head><body><main><aside><h1>Conversation</h1></aside><section id="view" aria-label="Calendar"></section></main>
      <script type="module" src="/host.js"></script></body></html>`,
  },
  "/host.css": {
    type: "text/css",
    body: `${read("public/tokens.css")}${read("style.css")}
      main { height: 100dvh; display: grid; grid-template-columns: minmax(0, 1fr); }
      aside { display: none; } #view { min-width: 0; min-height: 0; height: 100%; }
      @media (min-width: 1000px) { main { grid-template-columns: 34rem minmax(0, 1fr); } aside { display: block; } }`,
  },
  "/host.js": {
    type: "text/javascript",
    body: `import { mount } from "/view.js";
      const listeners = new Set();
      let questions = [];
      let running = false;
      let online = true;
      const tell = () => { for (const listener of listeners) listener(); };
      const read = async (path) => (await fetch(path)).json();
      const run = async (path, body) => {
        if (running) return;
        running = true;
        tell();
        await fetch(path, { method: "POST", body: JSON.stringify(body) });
        questions = await read("/questions");
        running = false;
        tell();
      };
      questions = await read("/questions");
      globalThis.hostPage = {
        data: async (query = {}) => {
          const response = await fetch("/data?" + new URLSearchParams(query));
          if (!response.ok) throw new Error("The server does not answer.");
          return response.json();
        },
        perform: async (action) => {
          const response = await fetch("/perform", { method: "POST", body: JSON.stringify(action) });
          if (!response.ok) throw new Error("The server does not answer.");
          return response.json();
        },
        onChange: (listener) => { listeners.add(listener); return () => listeners.delete(listener); },
        questions: () => questions,
        say: (text) => void run("/say", { text }),
        draft: (text) => { globalThis.drafted = text; },
        showQuestion: () => { globalThis.shownQuestion = true; },
        answer: (interruptId, answer) => void run("/answer", { interruptId, answer }),
        running: () => running,
        online: () => online,
        setOnline: (is) => { online = is; tell(); },
      };
      mount(document.querySelector("#view"), globalThis.hostPage);`,
  },
};
