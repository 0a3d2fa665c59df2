import { questionOf } from "../../src/app/questions.ts";
import { ThreadReader } from "../../src/reader/thread-reader.ts";
import { readSharedThread, SHARED_ELEMENT } from "../../src/source/read-shared-file.ts";
import { sharedSource } from "../../src/source/shared-source.ts";
import { answerLocally } from "./api.ts";

/** Answers the questions of the page from the thread that the page contains. Returns the id of the thread. */
export function useSharedThread(): string {
  const text = document.querySelector(`#${SHARED_ELEMENT}`)?.textContent ?? "";
  const thread = readSharedThread(text, "This page");
  const reader = new ThreadReader(sharedSource(thread));
  answerLocally((question, query) => {
    const ask = questionOf(question);
    return ask === undefined
      ? Promise.reject(new TypeError(`There is no question "${question}".`))
      : ask(reader, query);
  });
  return thread.threadId;
}
