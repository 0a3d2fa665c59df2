import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import type { ApplicationView } from "../src/api.ts";
import { App } from "./app.tsx";
import { read, RETRY_MS } from "./thread/server.ts";

/** Loads the application details; tries again until the server answers. */
function Page() {
  const [application, setApplication] = useState<ApplicationView | null>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    read<ApplicationView>("api/application").then(setApplication, () => {
      timer = setTimeout(() => setAttempts(attempts + 1), RETRY_MS);
    });
    return () => clearTimeout(timer);
  }, [attempts]);
  if (application !== null) return <App application={application} />;
  return (
    <p className="missing" role="status">
      {attempts === 0 ? "Loading …" : "The server cannot be reached. This page tries again by itself."}
    </p>
  );
}

const root = document.querySelector("#root");
if (root !== null) createRoot(root).render(<Page />);
