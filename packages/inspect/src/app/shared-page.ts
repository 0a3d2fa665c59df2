import { hash } from "node:crypto";
import { inspectErrors } from "../errors.ts";
import { SHARED_ELEMENT, sharedJson } from "../source/read-shared-file.ts";
import type { SharedThread } from "../source/shared-thread.ts";
import { pageFile } from "./page-files.ts";

const digest = (text: string): string => `'sha256-${hash("sha256", text, "base64")}'`;

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** One page with a thread, the page's script and its style, that opens without a server and loads nothing. */
export function sharedPage(thread: SharedThread): string {
  const script = pageFile("share.js")?.content;
  const style = pageFile("page.css")?.content;
  if (script === undefined || style === undefined)
    throw inspectErrors.notReadable({ database: "The page", problem: "it was not built" });
  // A closing tag inside of the script would end it.
  const code = script.replaceAll("</script", String.raw`<\/script`);
  const policy = `default-src 'none'; script-src ${digest(code)}; style-src ${digest(style)} 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(thread.threadId)} · Inspector</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="app"></div>
<script type="application/json" id="${SHARED_ELEMENT}">${sharedJson(thread)}</script>
<script>${code}</script>
</body>
</html>
`;
}
