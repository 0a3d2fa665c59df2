import { readApprovalId } from "./question-parts.ts";
import type { UiChunk, UiPart } from "./ui-message.ts";

/**
 * Chunks that give a client a part as it is stored. `decisions` are those that the run was started with, by the id of the request.
 */
export function partChunks(
  part: UiPart,
  index: number,
  decisions: Readonly<Record<string, string>>,
): readonly UiChunk[] {
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
      return [part];
    case "dynamic-tool": {
      const { toolCallId, toolName, title, input } = part;
      const named = { toolCallId, toolName, input, ...(title !== undefined && { title }) };
      const call: UiChunk = { type: "tool-input-available", ...named, dynamic: true };
      if (part.state === "output-available")
        return [call, { type: "tool-output-available", toolCallId, output: part.output }];
      if (part.state === "output-error")
        return [call, { type: "tool-output-error", toolCallId, errorText: part.errorText }];
      if (part.state === "input-available") return [call];
      const { id: approvalId, requestReason: reason, signature } = part.approval;
      const decision = decisions[readApprovalId(approvalId)?.requestId ?? ""];
      return [
        call,
        {
          type: "tool-approval-request",
          approvalId,
          toolCallId,
          ...(reason !== undefined && { reason }),
          ...(signature !== undefined && { signature }),
        },
        ...(decision === undefined
          ? []
          : [{ type: "tool-approval-response", approvalId, approved: decision !== "reject" } as const]),
      ];
    }
    default:
      return [part];
  }
}
