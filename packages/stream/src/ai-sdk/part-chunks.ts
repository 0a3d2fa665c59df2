import type { Decisions } from "../events/decisions.ts";
import { readApprovalId } from "./question-parts.ts";
import type { UiChunk, UiPart, UiToolPart } from "./ui-message.ts";

/**
 * Chunks that give a client a part as it is stored. `decisions` are those that the run was started with, by the id of the request.
 */
export function partChunks(part: UiPart, index: number, decisions: Decisions): readonly UiChunk[] {
  switch (part.type) {
    case "step-start":
      return [{ type: "start-step" }];
    case "text":
    case "reasoning": {
      const id = `stored-${index}`;
      return [
        { type: `${part.type}-start`, id },
        { type: `${part.type}-delta`, id, delta: part.text },
        { type: `${part.type}-end`, id },
      ];
    }
    case "source-url":
    case "steering-message":
      return [part];
    case "file":
      return [{ type: "file", mediaType: part.mediaType, url: part.url }];
    case "dynamic-tool":
      return toolChunks(part, decisions);
    default:
      return [part];
  }
}

function toolChunks(part: UiToolPart, decisions: Decisions): readonly UiChunk[] {
  const { toolCallId, toolName, title, input } = part;
  const named = { toolCallId, toolName, input, ...(title !== undefined && { title }) };
  const chunks: UiChunk[] = [{ type: "tool-input-available", ...named, dynamic: true }];
  const approval = "approval" in part ? part.approval : undefined;
  if (approval !== undefined) {
    const { id: approvalId, requestReason: reason, signature } = approval;
    chunks.push({
      type: "tool-approval-request",
      approvalId,
      toolCallId,
      ...(reason !== undefined && { reason }),
      ...(signature !== undefined && { signature }),
    });
    const decision = decisions[readApprovalId(approvalId)?.requestId ?? ""]?.decision;
    const isApproved = part.state === "approval-requested" ? decision : part.state === "output-available";
    if (isApproved !== undefined) {
      const approved = typeof isApproved === "string" ? isApproved !== "reject" : isApproved;
      chunks.push({ type: "tool-approval-response", approvalId, approved });
    }
  }
  if (part.state === "output-available")
    chunks.push({ type: "tool-output-available", toolCallId, output: part.output });
  if (part.state === "output-error") chunks.push({ type: "tool-output-error", toolCallId, errorText: part.errorText });
  if (part.state === "output-denied") chunks.push({ type: "tool-output-denied", toolCallId });
  return chunks;
}
