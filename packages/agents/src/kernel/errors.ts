import { defineErrors, type Errors } from "@tidemark/core-state/internal";

const table = {
  agentTimedOut: (details: { agent: string; seconds: number }) =>
    `"${details.agent}" was aborted after ${details.seconds} seconds. Raise its \`timeoutSeconds\`, or give it less work.`,
  contextsReturnedTwice: (details: { agent: string }) =>
    `"${details.agent}" wrote contexts with \`context\` and also returned "capability_context_data". Use only one of them.`,
  duplicateAgent: (details: { agent: string }) =>
    `Two agents are named "${details.agent}". Rename one of them: the name is the agent's id and its node.`,
  emptyConversation: (details: { messages: number }) =>
    `The conversation contains ${details.messages} message(s), but no user message. ` +
    "Add the user's message to `messages` before an agent runs.",
  foreignField: (details: { agent: string; field: string; owners: readonly string[] }) =>
    `"${details.agent}" lists "${details.field}" in \`writes\`, but it is owned by ${details.owners.join(", ")}. ` +
    `List it in \`proposes\`, or give the agent the owner's role.`,
  invalidAgentName: (details: { agent: string }) =>
    `"${details.agent}" is not a valid agent name. Use up to 64 letters, digits, "_" and "-", starting with a letter: ` +
    `the name is also used for a node and a tool.`,
  badGuardrailDecision: (details: { guardrail: string; stage: string }) =>
    `The guardrail "${details.guardrail}" returned no decision before the ${details.stage}. Return nothing to allow, ` +
    `or an object with one of \`allow\`, \`refuse\`, \`ask\` (tools) and \`replace\` (answers), and a text.`,
  guardrailTimedOut: (details: { guardrail: string; seconds: number }) =>
    `The guardrail "${details.guardrail}" did not decide within ${details.seconds} seconds. ` +
    `Raise its \`timeoutSeconds\`, or make it faster.`,
  invalidGuardrail: (details: { guardrail: string; problem: string }) =>
    `The guardrail "${details.guardrail}" cannot be used: ${details.problem}.`,
  invalidApprovalRequest: (details: { id: string; problem: string }) =>
    `The approval request "${details.id}" is invalid: ${details.problem}. ` +
    `Pass plain JSON as \`payload\`, and names that are not empty.`,
  invalidApprovedPayload: (details: { approvalType: string; found: string | null }) =>
    (details.found === null
      ? `\`approved_payload\` must be an object with an \`approvalType\``
      : `\`approved_payload\` is for "${details.found}"`) +
    `. Expected the approval of "${details.approvalType}". Write both approval fields together, as ` +
    `\`approvalSteps\` does, and set both to null afterwards.`,
  invalidHistoryWindow: (details: { option: string; value: unknown }) =>
    `The history window's \`${details.option}\` is ${String(details.value)}. Pass a whole number of at least 1, or omit it.`,
  invalidContextKey: (details: { key: string; known: readonly string[] }) =>
    `Context "${details.key}" does not exist. Stored contexts: ${details.known.join(", ") || "none"}. ` +
    `Read one of them, or plan a step that stores it first.`,
  invalidConcurrency: (details: { value: unknown }) =>
    `\`maxConcurrency\` is ${String(details.value)}. Pass a whole number of at least 1; 1 runs one step at a time.`,
  invalidEvaluation: (details: { place: string; problem: string }) =>
    `The evaluation cannot run because of \`${details.place}\`: ${details.problem}. Correct it; no case was run.`,
  invalidBaseline: (details: { file: string; problem: string }) =>
    `The baseline "${details.file}" cannot be read: ${details.problem}. Restore the file, or delete it to begin a new one.`,
  invalidLimit: (details: { limit: string; value: unknown; known: readonly string[] }) =>
    `The limit "${details.limit}" is ${String(details.value)}. ` +
    `A limit must be a whole number of at least 0, and one of: ${details.known.join(", ")}.`,
  emptyModelAnswer: (details: { agent: string }) =>
    `The model of "${details.agent}" gave an empty answer, twice. Try again, or use another model.`,
  invalidModel: (details: { problem: string }) =>
    `The model cannot be used: ${details.problem}. Give "provider:name", such as "openai:gpt-5-mini", or an instance.`,
  limitReached: (details: { agent: string; because: string }) =>
    `"${details.agent}" was stopped before another call: ${details.because}. Raise the limit in \`limits\`, or ask for less.`,
  uncountedCalls: (details: { agent: string; model: string }) =>
    `Limits cannot count all calls of the model "${details.model}" by "${details.agent}": the tokens or the cost are not known. ` +
    `Let its provider report usage, and give the model a price in \`prices\`.`,
  missingPackage: (details: { package: string; by: string }) =>
    `${details.by} needs the package "${details.package}", which is not installed. Run: npm install ${details.package}`,
  modelRefused: (details: { agent: string; refusal: string }) =>
    `The model of "${details.agent}" refused to answer: ${details.refusal}. Ask in another way, or use another model.`,
  modelAnswerCut: (details: { agent: string }) =>
    `The answer for "${details.agent}" is incomplete: its stream ended early. Try again, and check the model's server.`,
  invalidMcpServer: (details: { server: string; problem: string }) =>
    `The MCP server "${details.server}" cannot be used: ${details.problem}. ` +
    `Give a \`command\` with \`args\`, \`env\` and \`cwd\`, or a \`url\` with \`headers\`.`,
  invalidMcpTool: (details: { server: string; tool: string; problem: string }) =>
    `The tool "${details.tool}" of the MCP server "${details.server}" cannot be used: ${details.problem}. ` +
    `Correct the server, or list the tools to use in its \`tools\`.`,
  mcpToolClash: (details: { tool: string; servers: readonly [string, string] }) =>
    `The MCP servers "${details.servers[0]}" and "${details.servers[1]}" both have a tool "${details.tool}". ` +
    `Set \`prefix: true\`, or list the tools to use in the \`tools\` of a server.`,
  mcpToolChanged: (details: { server: string; tool: string; problem: string }) =>
    `The tool "${details.tool}" of the MCP server "${details.server}" is not the one that was listed: ${details.problem}. ` +
    `Call \`mcpTools\` again to use what the server has now.`,
  mcpServerUnavailable: (details: { server: string; tool: string | null; problem: string }) =>
    (details.tool === null
      ? `The MCP server "${details.server}" cannot be reached`
      : `The MCP server "${details.server}" did not finish "${details.tool}"`) +
    `: ${details.problem}. Check the server; the next call connects again.`,
  toolFailed: (details: { agent: string; tool: string; server?: string; problem: string }) =>
    `The tool ${toolName(details)} failed: ${details.problem}`,
  toolTimedOut: (details: { agent: string; tool: string; server?: string; seconds: number }) =>
    `The tool ${toolName(details)} did not return within ${details.seconds} seconds. ` +
    `Raise \`toolTimeoutSeconds\`, or make the tool faster.`,
  toolNotApproved: (details: { agent: string; tool: string; reason: string }) =>
    `The call of "${details.tool}" by "${details.agent}" was not approved: ${details.reason}`,
  repeatedCall: (details: { agent: string; tool: string; earlier: string }) =>
    `"${details.tool}" was not run for "${details.agent}", because the same answer called "${details.earlier}" before it. ` +
    `Only the first handoff and the first result of an answer count. Call it alone.`,
  toolRefused: (details: { agent: string; tool: string; guardrail: string; reason: string }) =>
    `The call of "${details.tool}" by "${details.agent}" was refused by the guardrail "${details.guardrail}": ` +
    `${details.reason}. Do not repeat it; continue without it.`,
  unfitToolArguments: (details: { agent: string; tool: string; server?: string; problem: string }) =>
    `The tool ${toolName(details)} cannot be called with these arguments: ${details.problem}`,
  unfitToolResult: (details: { agent: string; tool: string; server?: string; problem: string }) =>
    `The tool ${toolName(details)} returned ${details.problem}. Return plain JSON or text, and null for nothing.`,
  unknownTool: (details: { agent: string; tool: string; known: readonly string[] }) =>
    `"${details.agent}" has no tool "${details.tool}". Its tools are: ${details.known.join(", ") || "none"}.`,
  invalidTool: (details: { agent: string; tool: string; problem: string }) =>
    `The tool "${details.tool}" of "${details.agent}" cannot be used: ${details.problem}.`,
  killed: (details: { threadId: string; reason: string }) =>
    `The run of thread "${details.threadId}" was stopped: ${details.reason}. Its results so far are kept. Send a new message to continue.`,
  missingInputs: (details: { agent: string; code: string; problem: string }) =>
    `"${details.agent}" is missing inputs for its step: ${details.problem}`,
  missingFields: (details: { by: string; fields: readonly string[]; groups: readonly string[] }) =>
    `"${details.by}" needs fields that are missing from the state: ${details.fields.join(", ")}. ` +
    `Add ${details.groups.map((group) => `\`fieldGroups.${group}\``).join(", ")} to the state with \`extendState\`.`,
  badModelAnswer: (details: { part: string; issues: string }) =>
    `The model of "${details.part}" returned an invalid answer:\n${details.issues}\n` +
    "Use a model that supports structured output, or describe agents and contexts more clearly.",
  illegalTransition: (details: { subject: string; from: string; to: string }) =>
    `${details.subject} is ${details.from} and cannot become ${details.to}. ` +
    "Read the current plan before changing it: it may have changed or ended.",
  modelFailed: (details: { part: string; reason: string }) =>
    `The call to the model of "${details.part}" failed: ${details.reason}. See \`cause\`, and try again.`,
  reclassificationRequired: (details: { reason: string }) =>
    `The task needs other capabilities: ${details.reason}. The classifier selects again within its limit.`,
  noStructuredOutput: (details: { part: string; model: string; reason: string }) =>
    `The model of "${details.part}", ${details.model}, does not support structured output: ${details.reason}. ` +
    `Use a model that supports \`withStructuredOutput\`, or write the ${details.part} as a function.`,
  notApproved: (details: { agent: string }) =>
    `"${details.agent}" needs an approval for its next action, but none was given. Route to it with a plan or with ` +
    `\`handoff\`, so that a person is asked. A command with \`goto\` does not ask for approval.`,
  noPlanner: (details: { agents: number }) =>
    `A graph of ${details.agents} agents needs a planner. Give it \`model\`, such as "openai:gpt-5-mini", or \`planner\`, or set TIDEMARK_MODEL.`,
  noWork: (details: { agent: string; found: number }) =>
    details.found === 0
      ? `"${details.agent}" has nothing to do. Give it \`run\`, \`agent\`, or \`instructions\` with a \`model\` and \`tools\`.`
      : `"${details.agent}" has several kinds of work. Give it \`run\`, or \`agent\`, or \`instructions\` with \`tools\`.`,
  noModel: (details: { agent: string }) =>
    `"${details.agent}" needs a model. Pass one to the agent or to the graph as \`model\`, or set TIDEMARK_MODEL.`,
  lostHandoff: (details: { agent: string; to: string; problem: string }) =>
    `"${details.agent}" cannot hand work to "${details.to}": ${details.problem}.`,
  noRegistry: (details: { agent: string }) =>
    `"${details.agent}" makes handoffs, but has no registry of agents. Pass one to \`agentNode\` as \`registry\`.`,
  reservedAgentName: (details: { agent: string; by: string }) =>
    `"${details.agent}" cannot be the name of an agent in this graph, because it is the name of ${details.by}. Rename the agent.`,
  routedInParallel: (details: { to: string }) =>
    `A step that runs next to others returned a command to "${details.to}". Hand the work over with \`handoff\`, ` +
    `or set \`maxConcurrency\` to 1.`,
  uncommittedField: (details: { agent: string; field: string; owners: readonly string[] }) =>
    `"${details.agent}" lists "${details.field}" in \`proposes\`, but \`createAgentGraph\` commits as "root", and the field is ` +
    `owned by ${details.owners.join(", ") || "nobody"}. Add "root" to its owners, remove it from \`proposes\`, or ` +
    `build a graph in which its owner commits with \`commitNode\`.`,
  undeclaredProposal: (details: { agent: string; field: string; proposes: readonly string[] }) =>
    `"${details.agent}" proposed a change to "${details.field}", but declares proposes: ` +
    `${details.proposes.join(", ") || "nothing"}. Add the field to \`proposes\`, or remove the proposal.`,
  undeclaredWrite: (details: {
    agent: string;
    field: string;
    writes: readonly string[];
    /**
     * `undeclared`: the agent could declare it. `foreign`: the field has other owners. `unknown`: the field does not
     * exist in the state.
     */
    problem: "undeclared" | "foreign" | "unknown";
    owners: readonly string[];
    nearest: string | null;
  }) =>
    `"${details.agent}" returned "${details.field}", but declares writes: ${details.writes.join(", ") || "nothing"}. ` +
    (details.problem === "foreign"
      ? `The field is owned by ${details.owners.join(", ")}: list it in \`proposes\` and propose the change, give the agent ` +
        `the owner's role, or remove the field from the update.`
      : details.problem === "unknown"
        ? `The state has no such field. ` +
          (details.nearest === null
            ? `Declare it in the state and in \`writes\`, or remove it from the update.`
            : `Did you mean "${details.nearest}"?`)
        : `Add the field to \`writes\`, or remove it from the update.`),
  unfitPlan: (details: { problem: string }) =>
    `The plan cannot run: ${details.problem} Validate it with \`checkPlan\` before starting.`,
  unknownStep: (details: { step: string | number; known: readonly string[] }) =>
    `Step ${details.step} does not exist in the plan. Its steps are: ${details.known.join(", ")}. Use one of these ids, or a position starting at 0.`,
  unexpectedCall: (details: { call: number; prompt: string }) =>
    `\`scriptedModel\` received call ${details.call}, but has no scripted answer left. ` +
    `Last prompt: "${details.prompt.slice(0, 200)}". Add an answer, or check why the model was called.`,

  unknownApprovalName: (details: { option: string; name: string; nearest: string | null; known: readonly string[] }) =>
    `\`${details.option}\` names "${details.name}", but this graph has no such agent. ` +
    (details.nearest === null
      ? `Use one of these names: ${details.known.join(", ")}.`
      : `Did you mean "${details.nearest}"? Correct the name, or add the agent.`),
  unknownAgent: (details: { agent: string; nearest: string | null; known: readonly string[] }) =>
    `Agent "${details.agent}" does not exist. ` +
    (details.nearest === null
      ? `Known agents: ${details.known.join(", ")}. Register the agent, or use one of these names.`
      : `Did you mean "${details.nearest}"? Correct the name, or register the agent.`),
  unknownAgentField: (details: { agent: string; list: string; field: string; groups: readonly string[] }) =>
    `"${details.agent}" lists "${details.field}" in \`${details.list}\`, but the state has no such field. ` +
    (details.groups.length === 0
      ? `Declare it, or correct the name.`
      : `Add \`fieldGroups.${details.groups.join("")}\` to the state with \`extendState\`.`),
  unknownCall: (details: { prompt: string; known: number }) =>
    `No match among ${details.known} recorded calls for the prompt that ends with: "${details.prompt.slice(0, 200)}". ` +
    `Record the run again.`,

  unrecordedTool: (details: { tool: string; args: string; known: number }) =>
    `The tool "${details.tool}" was called with arguments that were not recorded: ${details.args.slice(0, 200)}. ` +
    `The recording has ${details.known} calls of it. Record the run again, or let unrecorded tools run.`,

  unfitPlanAnswer: (details: { to: "reclassification" | "replanning"; issues: string }) =>
    `The planner returned an invalid plan:\n${details.issues}\nThe run continues with ${details.to}.`,
  unusedAnswers: (details: { left: number; calls: number }) =>
    `The script has ${details.left} unused answer(s) after ${details.calls} call(s). Remove them, or check which calls are missing.`,

  wrongReturn: (details: { agent: string }) =>
    `"${details.agent}" returned an invalid result, or one field twice. Return an object of fields, or commands.`,

  wrongAnswer: (details: { expected: string; call: number }) =>
    `Call ${details.call} expects ${details.expected}, but the script has another kind of answer there. Put the answers in the order of the calls.`,
};

/** A tool with its agent, and with the MCP server that runs it. */
function toolName({ agent, tool, server }: { agent: string; tool: string; server?: string }): string {
  return `"${tool}" of "${agent}"${server === undefined ? "" : `, on the MCP server "${server}",`}`;
}

/** Errors thrown by `@tidemark/agents`. */
export const agentErrors: Errors<"agents", typeof table> = /* @__PURE__ */ defineErrors("agents", table);
