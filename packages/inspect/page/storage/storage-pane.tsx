import { Link } from "../elements/buttons.tsx";
import { useState } from "preact/hooks";
import type { MigrationReport } from "../../src/reader/migration-report.ts";
import type { ThreadStorage } from "../../src/reader/thread-storage.ts";
import { ask, isShared } from "../server/api.ts";
import { Answered } from "../elements/answered.tsx";
import { Notice, Skeleton } from "../elements/notice.tsx";
import { Refusal, useAction } from "../elements/use-action.tsx";
import { now, showField, showThread, threadId, timeline } from "../store/store.ts";
import { bytesText, countText, durationText } from "../values/text.ts";
import { useOuterAnswer } from "../store/use-answer.ts";

/** Number of turns and fields that are listed. */
const MAX_ROWS = 24;

/** What the thread takes up, what pruning would leave, who has the thread, and whether all threads can be migrated. */
export function StoragePane() {
  const id = threadId.value;
  const query = id === null ? null : { thread: id, at: timeline.value.value?.newest ?? "" };
  const answer = useOuterAnswer<Stored>("storage", query);
  return (
    <div class="pane storage">
      <Answered answer={answer} title="Cannot read the size" lines={6}>
        {(value) => <Storage value={value} />}
      </Answered>
    </div>
  );
}

type Stored = ThreadStorage & { readonly hasMigrations: boolean };

function Storage({ value: { size, lease, hasMigrations } }: { readonly value: Stored }) {
  return (
    <>
      {size === null ? (
        <Notice title="No sizes">
          {isShared()
            ? "A shared thread does not contain how it was stored."
            : "This checkpoint saver does not report sizes. Those of Tidemark do."}
        </Notice>
      ) : (
        <Size size={size} />
      )}
      {lease === undefined ? null : (
        <section>
          <h3>Lease</h3>
          {lease === null ? (
            <p class="dim">Free: no process is running a turn of this thread.</p>
          ) : (
            <p>
              <b>{lease.holder}</b> is running a turn. Its lease ends in{" "}
              {durationText(Math.max(0, Date.parse(lease.until) - now.value))} (fencing token {lease.token}).
            </p>
          )}
        </section>
      )}
      {hasMigrations ? <Migrations /> : null}
    </>
  );
}

/** Sizes of a thread. Those of savers that measure nothing themselves say what they are. */
type Sizes = NonNullable<ThreadStorage["size"]>;

const BASES = {
  rows: "The total and the turns are the sizes of the stored rows. Fields are the sizes of their values as JSON.",
  json: "This checkpoint saver does not measure threads. All sizes are those of the values as JSON, each version counted once.",
} as const;

function Size({ size }: { readonly size: Sizes }) {
  const { basis } = size;
  const all = size.valueBytes + size.recordBytes;
  const fields = Object.entries(size.fields).toSorted(([, one], [, other]) => other - one);
  const turns = size.turns.slice(-MAX_ROWS);
  return (
    <>
      <dl class="numbers">
        <div>
          <dt>{basis === "json" ? "Total, estimated" : "Total"}</dt>
          <dd>{bytesText(all)}</dd>
        </div>
        {basis !== undefined ? null : (
          <>
            <div>
              <dt>Field values</dt>
              <dd>{bytesText(size.valueBytes)}</dd>
            </div>
            <div>
              <dt>Checkpoint records</dt>
              <dd>{bytesText(size.recordBytes)}</dd>
            </div>
          </>
        )}
        <div>
          <dt>Checkpoints</dt>
          <dd>
            {size.checkpoints.toLocaleString("en")}
            {size.subgraphCheckpoints === 0 ? null : (
              <small class="dim"> and {size.subgraphCheckpoints.toLocaleString("en")} of subgraphs</small>
            )}
          </dd>
        </div>
      </dl>
      {basis === undefined ? null : (
        <p class="dim">{BASES[basis]} What pruning would free is known only for savers of Tidemark, which can prune.</p>
      )}
      {size.pruned.length === 0 ? null : (
        <section>
          <h3>Pruning</h3>
          <table>
            <thead>
              <tr>
                <th scope="col">Keep</th>
                <th scope="col">Remaining</th>
                <th scope="col">Freed</th>
              </tr>
            </thead>
            <tbody>
              {size.pruned.map(({ keepTurns, checkpoints, bytes }) => (
                <tr key={keepTurns}>
                  <td>{keepTurns === 1 ? "Last turn" : `Last ${keepTurns} turns`}</td>
                  <td>
                    {bytesText(bytes)} in {countText(checkpoints, "checkpoint")}
                    {size.subgraphCheckpoints === 0 ? "" : ", subgraphs included"}
                  </td>
                  <td>{bytesText(Math.max(0, all - bytes))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <section>
        <h3>Largest fields at the newest step</h3>
        <Bars
          rows={fields.slice(0, MAX_ROWS).map(([name, bytes]) => ({ name, bytes, onChoose: () => showField(name) }))}
        />
        {fields.length > MAX_ROWS ? (
          <p class="dim">{countText(fields.length - MAX_ROWS, "smaller field")} not shown</p>
        ) : null}
      </section>
      <section>
        <h3>Added by each turn</h3>
        <Bars
          rows={turns.map(({ turn, bytes }) => ({
            name: turn === 0 ? "Before turn 1" : `Turn ${turn}`,
            bytes,
          }))}
        />
        {size.turns.length > turns.length ? (
          <p class="dim">{countText(size.turns.length - turns.length, "earlier turn")} not shown</p>
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
            <span class="bar-name" title={name}>
              {name}
            </span>
          ) : (
            <button type="button" class="bar-name link" title={name} onClick={onChoose}>
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
  current: "at the current version",
  migrates: "migrated without an error",
  newer: "written by a newer version",
  older: "older than the first migration",
  fails: "failed",
} as const;

/** Tries the migrations of the state on all threads. Writes nothing. */
function Migrations() {
  const [report, setReport] = useState<MigrationReport | null>(null);
  const { problem, isBusy, act } = useAction();
  const run = () =>
    act(() =>
      ask<{ readonly report: MigrationReport | null }>("migrations", {}).then((tried) => setReport(tried.report)),
    );
  return (
    <section>
      <h3>Migrations</h3>
      {report === null && !isBusy ? (
        <p>
          <button type="button" class="chip" onClick={run}>
            Dry run on all threads
          </button>{" "}
          <span class="dim">Nothing is written.</span>
        </p>
      ) : null}
      {isBusy ? <Skeleton lines={2} /> : null}
      <Refusal problem={problem} />
      {report === null ? null : <Outcome report={report} />}
    </section>
  );
}

function Outcome({ report }: { readonly report: MigrationReport }) {
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
        <p>Every thread can be read with the current version.</p>
      ) : (
        <p>
          First failure: <Link onChoose={() => void showThread(firstFailure.threadId)}>{firstFailure.threadId}</Link>,
          version {firstFailure.version}: {firstFailure.problem}
        </p>
      )}
    </>
  );
}
