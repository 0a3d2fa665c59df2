/**
 * Draws the picture of the guide "Trace your agents": runs a turn that waits for an approval, and draws the spans of its trace file.
 * `node tests/peers/trace-picture.ts > docs/guides/pictures/trace.svg`
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { MemorySaver } from "@langchain/langgraph";
import { AgentState, extendState, fieldGroups, openSession } from "tidemark";
import { createAgentGraph, defineAgent } from "tidemark/agents";
import { scriptedModel } from "tidemark/testing";
import { traceToFile } from "tidemark/traces";
import { z } from "zod";

const Desk = extendState(AgentState, { version: 1, fields: fieldGroups.calls });

const folder = mkdtempSync(path.join(tmpdir(), "trace-picture-"));
const file = path.join(folder, "traces.jsonl");

const clerk = defineAgent(Desk, {
  name: "clerk",
  description: "Refunds orders.",
  reads: ["messages"],
  tools: {
    find_order: {
      description: "Finds an order.",
      inputs: z.object({ order: z.string() }),
      run: async ({ order }) => {
        await wait(180);
        return { order, paid: 180 };
      },
    },
    refund: {
      description: "Refunds an order.",
      inputs: z.object({ order: z.string() }),
      run: async ({ order }) => {
        await wait(260);
        return { order, refunded: 180 };
      },
    },
  },
  approvals: { refund: "always" },
});
const graph = createAgentGraph({
  state: Desk,
  model: scriptedModel([
    { toolCalls: [{ name: "find_order", args: { order: "A-17" }, id: "1" }] },
    { toolCalls: [{ name: "refund", args: { order: "A-17" }, id: "2" }] },
    "It is refunded.",
  ]),
  agents: [clerk],
  planner: async () => {
    await wait(220);
    return { steps: [{ capability: "clerk" }] };
  },
  checkpointer: new MemorySaver(),
});
const session = openSession({ graph, threadId: "order-A-17", userId: "ann" });
// The first turn of a process loads LangChain, which would be most of the picture.
await openSession({
  graph: createAgentGraph({
    state: Desk,
    agents: [clerk],
    model: scriptedModel(["Hi."]),
    checkpointer: new MemorySaver(),
  }),
  threadId: "warm",
}).send("Hi");
const stop = traceToFile({ path: file });
const asked = await session.send("Refund order A-17");
await session.resume(asked.outcome === "interrupted" ? (asked.interrupts[0]?.id ?? "") : "", "yes");
stop();

const Attribute = z.object({ key: z.string(), value: z.object({ stringValue: z.string().optional() }) });
const Span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes: z.array(Attribute),
  events: z.array(z.object({ name: z.string(), timeUnixNano: z.coerce.bigint() })),
  status: z.object({ code: z.number() }),
});
type Span = z.infer<typeof Span>;
const Line = z.object({
  resourceSpans: z.tuple([z.object({ scopeSpans: z.tuple([z.object({ spans: z.array(Span) })]) })]),
});

const spans = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .flatMap((line) => Line.parse(JSON.parse(line)).resourceSpans[0].scopeSpans[0].spans);
rmSync(folder, { recursive: true });

const LEFT = 250;
const WIDTH = 660;
const ROW = 30;

/** Spans of a trace in the order of their starts, each with its depth. */
function rowsOf(trace: readonly Span[]): readonly { readonly span: Span; readonly depth: number }[] {
  const depthOf = (span: Span): number => {
    const parent = trace.find(({ spanId }) => spanId === span.parentSpanId);
    return parent === undefined ? 0 : depthOf(parent) + 1;
  };
  return trace
    .toSorted((one, other) => Number(one.startTimeUnixNano - other.startTimeUnixNano))
    .map((span) => ({ span, depth: depthOf(span) }));
}

const outcomeOf = ({ attributes }: Span): string =>
  attributes.find(({ key }) => key === "tidemark.outcome")?.value.stringValue ?? "";

const SHOWN = ["asked", "answered", "approved"];

/** Draws one trace below a height. Returns its elements and the height at its end. */
function draw(trace: readonly Span[], { title, top }: { readonly title: string; readonly top: number }) {
  const rows = rowsOf(trace);
  const first = trace.reduce(
    (least, each) => (each.startTimeUnixNano < least ? each.startTimeUnixNano : least),
    2n ** 62n,
  );
  const last = trace.reduce((most, each) => (each.endTimeUnixNano > most ? each.endTimeUnixNano : most), 0n);
  const at = (time: bigint): number => LEFT + (WIDTH * Number(time - first)) / Number(last - first);
  const parts = [`<text x="20" y="${top}" class="title">${title}</text>`];
  let y = top + 14;
  for (const { span, depth } of rows) {
    const x = at(span.startTimeUnixNano);
    const width = Math.max(3, at(span.endTimeUnixNano) - x);
    const kind = span.name.split(" ")[0] ?? "";
    const milliseconds = Number((span.endTimeUnixNano - span.startTimeUnixNano) / 1_000_000n);
    const outcome = outcomeOf(span);
    const label = `${milliseconds} ms${outcome === "done" ? "" : ` · ${outcome} · status unset`}`;
    const isShort = width < WIDTH / 2;
    const side = x + width + 8 + label.length * 6.4 < LEFT + WIDTH + 140 ? "right" : "left";
    parts.push(
      `<text x="${20 + depth * 16}" y="${y + 18}" class="name">${span.name}</text>`,
      `<rect x="${x.toFixed(1)}" y="${y + 5}" width="${width.toFixed(1)}" height="18" rx="3" class="${kind} ${outcome}"/>`,
      isShort && width < label.length * 7
        ? side === "right"
          ? `<text x="${(x + width + 8).toFixed(1)}" y="${y + 18}" class="note">${label}</text>`
          : `<text x="${(x - 8).toFixed(1)}" y="${y + 18}" class="note" text-anchor="end">${label}</text>`
        : `<text x="${(x + 8).toFixed(1)}" y="${y + 18}" class="inside">${label}</text>`,
    );
    y += ROW;
    for (const { name, timeUnixNano } of span.events) {
      if (!SHOWN.some((each) => name.endsWith(each))) continue;
      const where = at(timeUnixNano);
      const isLate = where > LEFT + WIDTH / 2;
      parts.push(
        `<path d="M${where.toFixed(1)} ${y + 2}l5 6-5 6-5-6z" class="event"/>`,
        `<text x="${(where + (isLate ? -10 : 10)).toFixed(1)}" y="${y + 12}" class="note"${isLate ? ' text-anchor="end"' : ""}>${name}</text>`,
      );
      y += 20;
    }
  }
  return { parts, bottom: y };
}

const traces = [...new Set(spans.map(({ traceId }) => traceId))].map((id) =>
  spans.filter(({ traceId }) => traceId === id),
);
const [question = [], answer = []] = traces.toSorted((one, other) =>
  Number((one[0]?.startTimeUnixNano ?? 0n) - (other[0]?.startTimeUnixNano ?? 0n)),
);
const above = draw(question, {
  title: `Trace ${question[0]?.traceId.slice(0, 8) ?? ""} · conversation order-A-17 · send`,
  top: 30,
});
const below = draw(answer, {
  title: `Trace ${answer[0]?.traceId.slice(0, 8) ?? ""} · conversation order-A-17 · resume`,
  top: above.bottom + 62,
});
const arrow = `<path d="M12 ${above.bottom + 76}v-${above.bottom + 34}h6" class="link" marker-end="url(#tip)"/><text x="20" y="${above.bottom + 26}" class="note">a person answers: a new trace, linked to the one that asked</text>`;

process.stdout
  .write(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1060 ${below.bottom + 16}" font-family="system-ui, sans-serif" font-size="13">
<style>
rect { fill: #4c78a8 } .invoke_workflow { fill: #44546a } .plan { fill: #8a63b0 } .execute_tool { fill: #2f8f6b } .interrupted { fill-opacity: .75; stroke: #d9912b; stroke-width: 2 }
.bg { fill: #fff } .title { font-weight: 600; fill: #1b2530 } .name { fill: #1b2530 } .note { fill: #5c6773; font-size: 12px } .inside { fill: #fff; font-size: 12px }
.event { fill: #d9912b } .link { fill: none; stroke: #d9912b; stroke-width: 1.5; stroke-dasharray: 4 3 } .tip { fill: #d9912b }
</style>
<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="6" refY="4" orient="auto"><path d="M0 0l8 4-8 4z" class="tip"/></marker></defs>
<rect class="bg" width="100%" height="100%"/>
${[...above.parts, ...below.parts, arrow].join("\n")}
</svg>
`);
