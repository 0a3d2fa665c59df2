import type { Field } from "@tidemark/core-state";
import { isFrameworkField } from "@tidemark/core-state/internal";
import { finding, type Finding, listed, ownersOf } from "./finding.ts";
import { type GraphMap, type MappedNode, START } from "./graph-map.ts";

/** Findings about the fields of a declared state: who writes and reads them, and what resets and keeps them. */
export function fieldFindings(map: GraphMap): readonly Finding[] {
  if (map.state === null) return [];
  const fields = Object.values(map.state.fields).filter((field) => !isFrameworkField(field));
  return [
    ...unwritten(map, fields),
    ...unread(map, fields),
    ...unbound(map, fields),
    ...hiddenOutput(map, fields),
    ...lifetimes(map),
  ];
}

const withFactsIn = ({ nodes }: GraphMap): readonly MappedNode[] =>
  [...nodes.values()].filter(({ facts }) => facts !== null);

/** Functions without a declaration. A subgraph declares its own nodes, and may write what it likes. */
const plainIn = ({ nodes }: GraphMap): readonly string[] =>
  [...nodes.values()].filter(({ name, facts }) => facts === null && name !== START).map(({ name }) => name);

function unwritten(map: GraphMap, fields: readonly Field[]): readonly Finding[] {
  if (plainIn(map).length > 0) return [];
  const writers = new Set(withFactsIn(map).flatMap(({ facts }) => facts?.writesAs ?? []));
  if (map.beginsTurns) writers.add("runtime");
  const isWritten = (field: Field): boolean => {
    const owners = ownersOf(field);
    return owners.includes("any") || owners.some((owner) => writers.has(owner));
  };
  return fields
    .filter((field) => !isWritten(field))
    .map((field) =>
      finding("unwritten-field", {
        at: field.name,
        problem: `"${field.name}" is owned by ${listed(ownersOf(field))}, and no node writes under that name. It keeps its default until a person edits it.`,
        remedy: `Give the field an owner among ${listed([...writers].toSorted())}, or add the node.`,
      }),
    );
}

function unread({ nodes, output }: GraphMap, fields: readonly Field[]): readonly Finding[] {
  const own = [...nodes.values()].filter(({ name, facts }) => name !== START && facts?.kind !== "framework");
  const reads = own.map(({ facts }) => facts?.reads);
  // A node that receives the whole state may read every field.
  if (reads.length === 0 || reads.includes(undefined)) return [];
  const read = new Set([...reads.flatMap((names) => names ?? []), ...output]);
  return fields
    .filter(({ name, ui }) => !read.has(name) && ui !== true)
    .map(({ name }) =>
      finding("unread-field", {
        at: name,
        problem: `No agent has "${name}" in its reads, and it is neither returned nor sent to user interfaces.`,
        remedy:
          "Name it in the reads of an agent, or remove it. Silence this if your program reads it with session.state().",
      }),
    );
}

function unbound(map: GraphMap, fields: readonly Field[]): readonly Finding[] {
  const plain = plainIn(map).filter((name) => map.nodes.get(name)?.inner === null);
  const owned = fields.filter((field) => !ownersOf(field).includes("any")).map(({ name }) => name);
  if (plain.length === 0 || owned.length === 0) return [];
  return [
    finding("unbound-owner", {
      at: plain.join(" + "),
      problem: `${listed(plain)} ${plain.length === 1 ? "is a plain function" : "are plain functions"}, which can write ${listed(owned)}: an owner binds only nodes that declare who they are.`,
      remedy: "Make them with defineNode or agentNode.",
    }),
  ];
}

/** A graph that returns all of its fields has chosen none of them. */
function hiddenOutput({ output, state }: GraphMap, fields: readonly Field[]): readonly Finding[] {
  if (output.length >= Object.keys(state?.fields ?? {}).length) return [];
  return fields
    .filter(({ name, ui }) => ui === false && output.includes(name))
    .map(({ name }) =>
      finding("hidden-output", {
        at: name,
        problem: `"${name}" has \`ui: false\`, and the graph names it in its output: invoke and the streams of LangGraph return it to the caller, such as a page.`,
        remedy: `Leave "${name}" out of the output, or \`ui: false\` out of the field.`,
      }),
    );
}

function lifetimes({
  state,
  beginsTurns,
  hasCheckpointer,
  hasMigrations,
  hasStore,
  nodes,
}: GraphMap): readonly Finding[] {
  const all = Object.values(state?.fields ?? {});
  const ofTurn = all.filter(({ lifetime }) => lifetime === "turn").map(({ name }) => name);
  const ofUser = all.filter(({ lifetime }) => lifetime === "user").map(({ name }) => name);
  const first = nodes.get(START)?.always.join(", ") ?? "";
  return [
    ...(ofTurn.length > 0 && !beginsTurns && hasCheckpointer
      ? [
          finding("missing-turn-start", {
            at: first,
            problem: `${listed(ofTurn.slice(0, 3))}${ofTurn.length > 3 ? ` and ${ofTurn.length - 3} more` : ""} ${ofTurn.length === 1 ? "lasts" : "last"} one turn, and no node is turnStart. In a session send() throws; a graph that is only invoked keeps the values of the previous message in a thread.`,
            remedy:
              'Add turnStart(state) as the first node, or open sessions with turnStart: "none". Silence this for a graph whose threads have one message.',
          }),
        ]
      : []),
    ...(state !== null && state.version > 1 && hasCheckpointer && !hasMigrations
      ? [
          finding("missing-migration", {
            at: `version ${state.version}`,
            problem: `The state has version ${state.version}, and neither it nor the checkpointer has migrations: threads of older versions are read unchanged, unless the session brings migrations.`,
            remedy: "Wrap the checkpointer with migratingSaver. Silence this if sessions get `migrations`.",
          }),
        ]
      : []),
    ...(ofUser.length > 0 && hasCheckpointer && !hasStore
      ? [
          finding("missing-store", {
            at: ofUser.join(" + "),
            problem: `${listed(ofUser)} ${ofUser.length === 1 ? "belongs" : "belong"} to a user, and the graph has a checkpointer and no store: a turn of a user throws, unless the session brings storage or a store.`,
            remedy:
              "Pass a store when you compile the graph, or storage to the application. Silence this if sessions get `storage`.",
          }),
        ]
      : []),
  ];
}
