import type { FieldDescription } from "@tidemark/core-state/internal";

const opening = `# Field table

Every field of \`AgentState\`, made from its declaration. A prefix is a room: the first thing a reader learns of a value is
where it lives. **turn** fields start anew with each user message, **thread** fields stay for the life of the conversation.
**owner** is who may write a field; *any* means that every agent may.
`;

const cell = (text: string): string =>
  text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("{{", "{&#8203;{");

const code = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 40 ? "see its schema" : `\`${text}\``;
};

const row = (field: FieldDescription): string =>
  `| ${[`\`${field.name}\``, field.description, field.lifetime, field.owners.join(", "), code(field.default), field.reducer].map(cell).join(" | ")} |`;

/** The page that lists the fields of a state, one table per prefix. */
export function formatFieldTable(fields: readonly FieldDescription[]): string {
  const groups = Map.groupBy(fields, (field) => field.prefix);
  const tables = [...groups].map(([prefix, members]) =>
    [
      `## ${prefix === null ? "Without a prefix" : `${prefix}_`}`,
      "",
      "| Field | Description | Lifetime | Owner | Default | Reducer |",
      "| --- | --- | --- | --- | --- | --- |",
      ...members.map(row),
      "",
    ].join("\n"),
  );
  return [opening, `${fields.length} fields.\n`, ...tables].join("\n");
}
