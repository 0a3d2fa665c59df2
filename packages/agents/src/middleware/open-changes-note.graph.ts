import { ToolMessage } from "@langchain/core/messages";
import type { OpenChange } from "./commit-proposals.ts";

/** Adds the changes of subagents that were not made to the results of their calls, so that the model of the parent reads them. */
export function notedMessages(messages: unknown, open: readonly OpenChange[]): readonly ToolMessage[] {
  const known: readonly unknown[] = Array.isArray(messages) ? messages : [];
  return known.flatMap((message) => {
    if (!ToolMessage.isInstance(message) || typeof message.content !== "string") return [];
    const own = open.filter(({ proposal }) =>
      proposal.proposalId.startsWith(`${proposal.proposedBy}:${message.tool_call_id}/`),
    );
    if (own.length === 0) return [];
    const notes = own.map(
      ({ proposal, field, reason }) => `Not written: ${placeOf(proposal.changes[field], field)}. ${reason}.`,
    );
    const { id, name, status, tool_call_id, response_metadata } = message;
    return [
      new ToolMessage({
        content: [message.content, ...notes].join("\n\n"),
        tool_call_id,
        response_metadata,
        ...(id !== undefined && { id }),
        ...(name !== undefined && { name }),
        ...(status !== undefined && { status }),
      }),
    ];
  });
}

/** Field and path of a change, in the form that a model knows: `files /a.md`. */
function placeOf(change: OpenChange["proposal"]["changes"][string] | undefined, field: string): string {
  const path = change !== undefined && "patches" in change ? (change.patches[0]?.path ?? "") : "";
  const place = path.slice(1).replaceAll("~1", "/").replaceAll("~0", "~");
  return place === "" ? `"${field}"` : `"${place}" in "${field}"`;
}
