import { useState } from "preact/hooks";
import type { MigrationReport } from "../src/reader/migration-report.ts";
import type { ThreadStorage } from "../src/reader/thread-storage.ts";
import { ask, isShared } from "./api.ts";
import { Notice, Skeleton } from "./notice.tsx";
import { now, showField, showThread, threadId, timeline } from "./store.ts";
import { bytesText, countText, durationText } from "./text.ts";
import { useAnswer } from "./use-answer.ts";

/** Number of turns and fields that are listed. */
const MAX_ROWS = 24;

/** What the thread takes up, what pruning would leave, who has the thread, and whether all threads can be migrated. */
export function StoragePane() {
  const id = threadId.value;
  const newest = timeline.value.value?.newest ?? "";
  const { value, problem } = useAnswer<ThreadStorage>("storage", id === null ? null : { thread: id, at: newest });
  if (problem !== null)
    return (
      <Notice title="The size cannot be read" kind="error">
        {problem}
      </Notice>
    );
  if (value === null) return <Skeleton lines={6} />;
  const { size, lease } = value;
  return (
    <div class="storage">
      {size === null ? (
        <Notice title="The size is not known">
          {isShared()
            ? "A shared thread does not contain how it was stored."
            : "Savers of LangGraph do not measure threads. Those of Tidemark store each value once and count its bytes."}
        </Notice>
      ) : (
        <Size size={size} />
      )}
      <section>
        <h3>Lease</h3>
        {lease === undefined ? (
          <p class="dim">This database stores no leases.</p>
        ) : lease === null ? (
          <p>Nobody has the thread. A turn can begin at once.</p>
        ) : (
          <p>
            <b>{lease.holder}</b> has the thread for another{" "}
            {durationText(Math.max(0, Date.parse(lease.until) - now.value))}, with the fencing token {lease.token}.
          </p>
        )}
      </section>
      {isShared() ? null : <Migrations />}
    </div>
  );
}

function Size({ size }: { readonly size: NonNullable<ThreadStorage["size"]> }) {
  const all = size.valueBytes + size.recordBytes;
  const fields = Object.entries(size.fields).toSorted(([, one], [, other]) => other - one);
  const turns = size.turns.slice(-MAX_ROWS);
  return (
    <>
      <dl class="numbers">
        <div>
          <dt>In all</dt>
          <dd>{bytesText(all)}</dd>
        </div>
        <div>
          <dt>Values</dt>
          <dd>{bytesText(size.valueBytes)}</dd>
        </div>
        <div>
          <dt>Records</dt>
          <dd>{bytesText(size.recordBytes)}</dd>
        </div>
        <div>
          <dt>Checkpoints</dt>
          <dd>{size.checkpoints.toLocaleString("en")}</dd>
        </div>
      </dl>
      <section>
        <h3>Pruning</h3>
        {size.pruned.length === 0 ? (
          <p class="dim">The thread is too short: pruning would remove nothing.</p>
        ) : (
          <table>
            <thead>
              <tr>
                <th scope="col">Keeps</th>
                <th scope="col">Leaves</th>
                <th scope="col">Frees</th>
              </tr>
            </thead>
            <tbody>
              {size.pruned.map(({ keepTurns, checkpoints, bytes }) => (
                <tr key={keepTurns}>
                  <td>{keepTurns === 1 ? "the newest turn" : `the newest ${keepTurns} turns`}</td>
                  <td>
                    {countText(checkpoints, "checkpoint")}, {bytesText(bytes)}
                  </td>
                  <td>{bytesText(Math.max(0, all - bytes))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
      <section>
        <h3>Fields of the newest step</h3>
        <Bars
          rows={fields.slice(0, MAX_ROWS).map(([name, bytes]) => ({ name, bytes, onChoose: () => showField(name) }))}
        />
        {fields.length > MAX_ROWS ? <p class="dim">{countText(fields.length - MAX_ROWS, "smaller field")}</p> : null}
      </section>
      <section>
        <h3>Bytes that each turn has added</h3>
        <Bars
          rows={turns.map(({ turn, bytes }) => ({
            name: turn === 0 ? "Before the first turn" : `Turn ${turn}`,
            bytes,
          }))}
        />
        {size.turns.length > turns.length ? (
          <p class="dim">{countText(size.turns.length - turns.length, "earlier turn")} not listed</p>
        ) : null}
      </section>
    </>
  );
}

function Bars({
  rows,
}: {
  readonly rows: readonly { readonly name: string; readonly bytes: number; readonly onChoose?: () => void }[];
}) {
  const most = Math.max(1, ...rows.map(({ bytes }) => bytes));
  return (
    <ul class="bars">
      {rows.map(({ name, bytes, onChoose }, index) => (
        <li key={index}>
          {onChoose === undefined ? (
            <span class="bar-name">{name}</span>
          ) : (
            <button type="button" class="bar-name link" onClick={onChoose}>
              {name}
            </button>
          )}
          <span class="bar-room" aria-hidden="true">
            <i style={{ width: `${(100 * bytes) / most}%` }} />
          </span>
          <span class="bar-text">{bytesText(bytes)}</span>
        </li>
      ))}
    </ul>
  );
}

const OUTCOMES = {
  current: "have the current version",
  migrates: "can be migrated",
  newer: "were written by a newer version",
  older: "are older than the oldest migration",
  fails: "cannot be migrated",
} as const;

type Tried = { readonly report: MigrationReport | null } | { readonly problem: string } | "running" | null;

/** Tries the migrations of the state on all threads. Writes nothing. */
function Migrations() {
  const [tried, setTried] = useState<Tried>(null);
  const run = () => {
    setTried("running");
    ask<{ readonly report: MigrationReport | null }>("migrations", {}).then(setTried, (error: unknown) =>
      setTried({ problem: error instanceof Error ? error.message : String(error) }),
    );
  };
  return (
    <section>
      <h3>Migrations</h3>
      {tried === null ? (
        <p>
          <button type="button" class="chip" onClick={run}>
            Try them on all threads
          </button>{" "}
          <span class="dim">Writes nothing.</span>
        </p>
      ) : null}
      {tried === "running" ? <Skeleton lines={2} /> : null}
      {tried !== null && tried !== "running" ? <Outcome tried={tried} /> : null}
    </section>
  );
}

function Outcome({ tried }: { readonly tried: Exclude<Tried, null | "running"> }) {
  if ("problem" in tried) return <p class="dim">{tried.problem}</p>;
  const { report } = tried;
  if (report === null)
    return (
      <p class="dim">
        The state is not known here, or declares no migrations. Pass it to <code>inspector</code> as <code>state</code>.
      </p>
    );
  const { firstFailure } = report;
  return (
    <>
      <ul>
        {Object.entries(OUTCOMES).flatMap(([outcome, text]) => {
          const count = Object.entries(report.counts).find(([name]) => name === outcome)?.[1] ?? 0;
          return count === 0
            ? []
            : [
                <li key={outcome}>
                  {countText(count, "thread")} {text}
                </li>,
              ];
        })}
      </ul>
      {firstFailure === null ? (
        <p>Every thread can be read by the current version.</p>
      ) : (
        <p>
          The first one that fails is{" "}
          <button type="button" class="link" onClick={() => void showThread(firstFailure.threadId)}>
            {firstFailure.threadId}
          </button>
          , of version {firstFailure.version}: {firstFailure.problem}
        </p>
      )}
    </>
  );
}
