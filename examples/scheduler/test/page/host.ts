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
    body: `:root { color-scheme: light dark; --ground: #f4f7f7; --surface: #ffffff; --raised: #fdf8ec; --ink: #14262b;
        --quiet: #4a6168; --line: #c6d4d6; --accent: #0b5c6b; --accent-ink: #ffffff; --good: #1d6b3a; --warn: #8a5a00;
        --bad: #a3231c; --radius: 0.5rem; --space: 1rem; --font: system-ui, sans-serif; --mono: monospace; }
      @media (prefers-color-scheme: dark) { :root { --ground: #0e181b; --surface: #172428; --raised: #22302f;
        --ink: #e4eef0; --quiet: #a3b8be; --line: #34484e; --accent: #63c5d6; --accent-ink: #06222a; --good: #7fcb8f;
        --warn: #e0bd4f; --bad: #ff9d94; } }
      * { box-sizing: border-box; }
      body { margin: 0; overflow-wrap: anywhere; background: var(--ground); color: var(--ink); font: 1rem/1.5 var(--font); }
      main { height: 100dvh; display: grid; grid-template-columns: minmax(0, 1fr); }
      aside { display: none; } button { min-height: 2.75rem; padding: 0.5rem 0.875rem; text-align: start; } #view { min-width: 0; min-height: 0; height: 100%; }
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
