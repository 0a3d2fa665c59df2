import type { FieldDescription } from "@tidemark/core-state/internal";

const opening = `# Field table

Every field by its group, made from the declarations. \`AgentState\` has the groups of the first part. An application adds
groups of the second part with \`extendState\`; see [Fields](./fields.md).

**turn** fields start with their default in each turn, **thread** fields last for the conversation. **owner** is who may write
a field; *any* means that every agent may.
`;

const cell = (text: string): string =>
  text.replaceAll("|", "\\|").replaceAll("<", "&lt;").replaceAll("{{", "{&#8203;{");

const code = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 40 ? "see its schema" : `\`${text}\``;
};

const row = (field: FieldDescription): string =>
  `| ${[`\`${field.name}\``, field.description, field.lifetime, field.owners.join(", "), code(field.default), field.reducer].map(cell).join(" | ")} |`;

function tables(fields: readonly FieldDescription[]): string {
  return [...Map.groupBy(fields, (field) => field.group)]
    .map(([group, members]) =>
      [
        `### ${group}`,
        "",
        "| Field | Description | Lifetime | Owner | Default | Reducer |",
        "| --- | --- | --- | --- | --- | --- |",
        ...members.map(row),
        "",
      ].join("\n"),
    )
    .join("\n");
}

/** The page that lists the fields of `AgentState`, and those of the groups that can be added to it. */
export function formatFieldTable(own: readonly FieldDescription[], all: readonly FieldDescription[]): string {
  const names = new Set(own.map(({ name }) => name));
  const added = all.filter(({ name }) => !names.has(name));
  return [
    opening,
    `## AgentState\n\n${own.length} fields.\n`,
    tables(own),
    `## Groups to add\n\n${added.length} fields.\n`,
    tables(added),
  ].join("\n");
}
