import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import { NewestEntries } from "../newest-entries.ts";
import { ThreadCache } from "../reader/thread-cache.ts";
import type { ThreadReader } from "../reader/thread-reader.ts";
import { type InspectedGraph, needsUser, sessionOf, takesMessages } from "../running/inspected-graph.graph.ts";
import type { RunSnapshot } from "../running/run-snapshot.ts";
import { type RunOrder, ThreadRuns } from "../running/thread-runs.graph.ts";
import type { HistorySource } from "../source/history-source.ts";
import type { Plain } from "../values/plain-value.ts";
import { answerQuestion } from "./answer-question.graph.ts";
import { editField } from "./edit-field.graph.ts";
import { decideChange } from "./decide-change.graph.ts";
import { forkAndRun } from "./fork-and-run.graph.ts";
import { mergeThreads } from "./merge-threads.graph.ts";
import { type NamedPerson, personOf } from "./named-person.ts";
import { replayTurn } from "./replay-turn.graph.ts";
import type { ShownReplay } from "./shown-replay.ts";
import type { ThreadActions, WriteResult } from "./thread-actions.ts";
import { readBody, type WriteAction } from "./write-body.ts";

/** Parts of {@link threadWriter}. */
export interface ThreadWriterParts {
  readonly inspected: InspectedGraph;
  readonly source: HistorySource;
  readonly redact: (field: string, value: Plain) => Plain;
  /** Reads a thread, so that its hidden values are known to `redact`. */
  readonly read: (threadId: string) => Promise<unknown>;
  readonly person: NamedPerson | undefined;
  /** Reads a saver in memory with the settings of the inspector. */
  readonly readerOf: (saver: BaseCheckpointSaver) => ThreadReader;
}

/** Maximum number of replays that are kept. */
const KEPT = 20;

const replayKey = (threadId: string, turn: number): string => `${turn} ${threadId}`;

/** Everything that the inspector does to threads, for the routes of its application. */
export function threadWriter({
  inspected,
  source,
  redact,
  read,
  person: named,
  readerOf,
}: ThreadWriterParts): ThreadActions {
  const runs = new ThreadRuns(redact);
  const replays = new NewestEntries<ShownReplay>(KEPT);
  const threads = new ThreadCache(source);
  const { config } = inspected;
  const live = { models: "live", cassette: [], config } as const;
  const about = {
    person: typeof named === "string" ? named : null,
    asksForPerson: named === undefined,
    takesMessages: takesMessages(inspected),
    needsUser: needsUser(inspected),
    hasOwners: inspected.state !== null,
    nodes: Object.keys(inspected.graph.nodes).filter((node) => !node.startsWith("__")),
  };
  const actions: {
    readonly [Action in WriteAction]: (text: string, request: Request) => Promise<RunSnapshot | WriteResult | null>;
  } = {
    send: async (text, request) => {
      const { thread: threadId, message, person } = readBody("send", text);
      const session = sessionOf(inspected, threadId, { person: await personOf(named, request, person) });
      return runs.start({ ...live, threadId, start: (options) => session.stream(message, options) });
    },
    continue: async (text, request) => {
      const { thread: threadId, person } = readBody("continue", text);
      const session = sessionOf(inspected, threadId, { person: await personOf(named, request, person) });
      // A process that runs the turn will end it: there would be nothing to continue after waiting for it.
      const start: RunOrder["start"] = (options) => session.streamContinue({ ...options, onBusy: "refuse" });
      return runs.start({ ...live, threadId, start });
    },
    answer: async (text, request) => {
      const body = readBody("answer", text);
      return answerQuestion(inspected, runs, { ...body, person: await personOf(named, request, body.person) });
    },
    replay: async (text, request) => {
      const body = readBody("replay", text);
      // Nothing is stored in a name, and the application may still refuse the request.
      await personOf(named, request, "nobody");
      const found = await replayTurn(inspected, source, { ...body, readerOf });
      replays.set(replayKey(body.thread, body.turn), found);
      return null;
    },
    stop: async (text, request) => {
      const { thread, person } = readBody("stop", text);
      await personOf(named, request, person);
      return runs.stop(thread);
    },
    edit: async (text, request) => {
      const body = readBody("edit", text);
      await editField(inspected, source, { ...body, person: await personOf(named, request, body.person) });
      return null;
    },
    merge: async (text, request) => {
      const body = readBody("merge", text);
      const person = await personOf(named, request, body.person);
      return { run: null, merged: await mergeThreads(inspected, { redact, read }, { ...body, person }) };
    },
    decide: async (text, request) => {
      const body = readBody("decide", text);
      await decideChange(inspected, { ...body, person: await personOf(named, request, body.person) });
      return null;
    },
    fork: async (text, request) => {
      const body = readBody("fork", text);
      const person = await personOf(named, request, body.person);
      return forkAndRun(inspected, { runs, threads }, { ...body, person });
    },
  };
  return {
    about,
    write: async (action, request, text) => {
      const written = await actions[action](text, request);
      return written !== null && "run" in written ? written : { run: written };
    },
    replay: (threadId, turn) => replays.get(replayKey(threadId, turn)) ?? null,
    run: (threadId, version) => runs.changed(threadId, version, 20),
    answersOf: (threadId) => runs.answersOf(threadId),
  };
}
