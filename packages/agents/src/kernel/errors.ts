import { defineErrors, type Errors } from "@tidemark/core-state/internal";

const table = {
  agentTimedOut: (details: { agent: string; seconds: number }) =>
    `"${details.agent}" was aborted after ${details.seconds} seconds. Give it more \`timeoutSeconds\`, or less to do.`,
  contextsReturnedTwice: (details: { agent: string }) =>
    `"${details.agent}" put contexts into \`context\` and returned "capability_context_data" as well. Do one of both.`,
  duplicateAgent: (details: { agent: string }) =>
    `Two agents are called "${details.agent}". Rename one of them: the name is the agent's id and its node.`,
  emptyConversation: (details: { messages: number }) =>
    `The conversation holds ${details.messages} message(s), but none of the user. ` +
    "Add the user's message to `messages` before an agent runs.",
  foreignField: (details: { agent: string; field: string; owners: readonly string[] }) =>
    `"${details.agent}" lists "${details.field}" in \`writes\`, but it is owned by ${details.owners.join(", ")}. ` +
    `List it in \`proposes\`, or give the agent that role.`,
  invalidAgentName: (details: { agent: string }) =>
    `"${details.agent}" cannot be the name of an agent. Use up to 64 letters, digits, "_" and "-", a letter first: ` +
    `the name is also that of a node and of a tool.`,
  invalidApprovalRequest: (details: { id: string; problem: string }) =>
    `The approval "${details.id}" cannot be asked for: ${details.problem}. ` +
    `Ask with plain JSON in \`payload\`, and with names that are not empty.`,
  invalidApprovedPayload: (details: { approvalType: string; found: string | null }) =>
    (details.found === null
      ? `"approved_payload" is no record with an \`approvalType\``
      : `"approved_payload" is for "${details.found}"`) +
    `, but the approval of "${details.approvalType}" was expected. Write both approval fields together, with ` +
    `\`approvalNode\` or \`approvedUpdate\`, and clear them with \`clearedApproval\`.`,
  invalidHistoryWindow: (details: { option: string; value: unknown }) =>
    `The history window's \`${details.option}\` is ${String(details.value)}. Give a whole number from 1, or leave it out.`,
  invalidContextKey: (details: { key: string; known: readonly string[] }) =>
    `There is no context "${details.key}". Stored are: ${details.known.join(", ") || "none"}. ` +
    `Read one of them, or plan a step that stores it first.`,
  invalidLimit: (details: { limit: string; value: unknown; known: readonly string[] }) =>
    `The limit "${details.limit}" is ${String(details.value)}. ` +
    `Limits are whole numbers from 0, and these: ${details.known.join(", ")}.`,
  emptyModelAnswer: (details: { agent: string }) =>
    `The model of "${details.agent}" gave an empty answer, twice. Try again, or use another model.`,
  invalidModel: (details: { problem: string }) =>
    `The model cannot be used: ${details.problem}. Give "provider:name", such as "openai:gpt-5-mini", or an instance.`,
  limitReached: (details: { agent: string; because: string }) =>
    `"${details.agent}" was stopped before another call: ${details.because}. Raise the limit in \`limits\`, or ask for less.`,
  missingPackage: (details: { package: string; by: string }) =>
    `${details.by} needs the package "${details.package}", which is not installed. Run: npm install ${details.package}`,
  modelRefused: (details: { agent: string; refusal: string }) =>
    `The model of "${details.agent}" refused to answer: ${details.refusal}. Ask in another way, or use another model.`,
  modelAnswerCut: (details: { agent: string }) =>
    `The answer for "${details.agent}" broke off before its end. Try again; if it happens again, look at the model's server.`,
  toolFailed: (details: { agent: string; tool: string; problem: string }) =>
    `The tool "${details.tool}" of "${details.agent}" failed: ${details.problem}`,
  toolTimedOut: (details: { agent: string; tool: string; seconds: number }) =>
    `The tool "${details.tool}" of "${details.agent}" did not return within ${details.seconds} seconds. ` +
    `Raise \`toolTimeoutSeconds\`, or make the tool faster.`,
  toolNotApproved: (details: { agent: string; tool: string; reason: string }) =>
    `The call of "${details.tool}" by "${details.agent}" was not approved: ${details.reason}`,
  unfitToolArguments: (details: { agent: string; tool: string; problem: string }) =>
    `The tool "${details.tool}" of "${details.agent}" cannot be called with these arguments: ${details.problem}`,
  unfitToolResult: (details: { agent: string; tool: string; problem: string }) =>
    `The tool "${details.tool}" of "${details.agent}" returned ${details.problem}. Return plain JSON or text, and null for nothing.`,
  unknownTool: (details: { agent: string; tool: string; known: readonly string[] }) =>
    `"${details.agent}" has no tool "${details.tool}". Its tools are: ${details.known.join(", ") || "none"}.`,
  invalidTool: (details: { agent: string; tool: string; problem: string }) =>
    `The tool "${details.tool}" of "${details.agent}" cannot be used: ${details.problem}.`,
  killed: (details: { threadId: string; reason: string }) =>
    `The run of thread "${details.threadId}" was stopped: ${details.reason}. What it found so far is kept; send a new message to go on.`,
  missingInputs: (details: { agent: string; code: string; problem: string }) =>
    `"${details.agent}" does not get what its step needs: ${details.problem}`,
  missingFields: (details: { by: string; fields: readonly string[]; groups: readonly string[] }) =>
    `"${details.by}" needs fields that the state does not have: ${details.fields.join(", ")}. ` +
    `Add ${details.groups.map((each) => `\`fieldGroups.${each}\``).join(", ")} to the state with \`extendState\`.`,
  badModelAnswer: (details: { part: string; issues: string }) =>
    `The model of the ${details.part} gave no answer that fits:\n${details.issues}\n` +
    "Use a model that can give structured output, or describe agents and contexts more plainly.",
  illegalTransition: (details: { what: string; from: string; to: string }) =>
    `${details.what} is ${details.from} and cannot become ${details.to}. ` +
    "Read the plan anew before you change it: somebody else may have, or it has ended.",
  modelFailed: (details: { part: string; reason: string }) =>
    `The model of the ${details.part} could not be asked: ${details.reason}. See \`cause\`, and try again.`,
  reclassificationRequired: (details: { reason: string }) =>
    `The task needs other capabilities: ${details.reason}. The classifier chooses anew while its limit allows.`,
  noStructuredOutput: (details: { part: string; model: string; reason: string }) =>
    `The model of the ${details.part}, ${details.model}, cannot give structured output: ${details.reason}. ` +
    `Use a model that supports \`withStructuredOutput\`, or write the ${details.part} as a function.`,
  notApproved: (details: { agent: string }) =>
    `"${details.agent}" needs an approval for what it is about to do, and nobody has given one. Lead to it with a plan or ` +
    `with \`handoff\`, so that a person is asked; a command with \`goto\` asks nobody.`,
  noPlanner: (details: { agents: number }) =>
    `A graph of ${details.agents} agents needs a planner. Give it \`model\`, such as "openai:gpt-5-mini", or \`planner\`, or set TIDEMARK_MODEL.`,
  noWork: (details: { agent: string; found: number }) =>
    details.found === 0
      ? `"${details.agent}" has nothing to do. Give it \`run\`, \`agent\`, or \`instructions\` with a \`model\` and \`tools\`.`
      : `"${details.agent}" has several kinds of work. Give it \`run\`, or \`agent\`, or \`instructions\` with \`tools\`.`,
  noModel: (details: { agent: string }) =>
    `"${details.agent}" asks for a model, but none was given. Give one to the agent or to the graph, as \`model\`, or set TIDEMARK_MODEL.`,
  noRegistry: (details: { agent: string }) =>
    `"${details.agent}" hands work on, but knows no other agents. Give a registry to \`agentNode\`, as \`registry\`.`,
  reservedAgentName: (details: { agent: string; by: string }) =>
    `"${details.agent}" cannot be an agent of this graph, because its name is that of ${details.by}. Rename the agent.`,
  undeclaredProposal: (details: { agent: string; field: string; proposes: readonly string[] }) =>
    `"${details.agent}" proposed a change to "${details.field}", but declares proposes: ` +
    `${details.proposes.join(", ") || "nothing"}. Add the field to \`proposes\`, or leave it alone.`,
  undeclaredWrite: (details: {
    agent: string;
    field: string;
    writes: readonly string[];
    /** `undeclared`: the agent could declare it. `foreign`: others own it. `unknown`: the state has no such field. */
    problem: "undeclared" | "foreign" | "unknown";
    owners: readonly string[];
    nearest: string | null;
  }) =>
    `"${details.agent}" returned "${details.field}", but declares writes: ${details.writes.join(", ") || "nothing"}. ` +
    (details.problem === "foreign"
      ? `The field is owned by ${details.owners.join(", ")}: list it in \`proposes\` and propose the change, give the agent ` +
        `that role, or drop the field from the update.`
      : details.problem === "unknown"
        ? `The state has no such field. ` +
          (details.nearest === null
            ? `Declare it in the state and in \`writes\`, or drop it from the update.`
            : `Did you mean "${details.nearest}"?`)
        : `Add the field to \`writes\`, or drop it from the update.`),
  unfitPlan: (details: { problem: string }) =>
    `The plan cannot run: ${details.problem} Hold it against \`checkPlan\` before you start it.`,
  unknownStep: (details: { step: string | number; known: readonly string[] }) =>
    `The plan has no step ${details.step}. Its steps are: ${details.known.join(", ")}. Name one of them, or its position from 0.`,
  unexpectedCall: (details: { call: number; said: string }) =>
    `The model was called a ${details.call}. time, and the script has no answer left. ` +
    `It was told: "${details.said.slice(0, 200)}". Add an answer, or find out why it was called.`,

  unknownApprovalName: (details: { option: string; name: string; nearest: string | null; known: readonly string[] }) =>
    `\`${details.option}\` names "${details.name}", but this graph has no such agent. ` +
    (details.nearest === null
      ? `Use one of these names: ${details.known.join(", ")}.`
      : `Did you mean "${details.nearest}"? Correct the name, or add the agent.`),
  unknownAgent: (details: { agent: string; nearest: string | null; known: readonly string[] }) =>
    `There is no agent "${details.agent}". ` +
    (details.nearest === null
      ? `Known are: ${details.known.join(", ")}. Register it, or name one of them.`
      : `Did you mean "${details.nearest}"? Register it, or name one of them.`),
  unknownAgentField: (details: { agent: string; list: string; field: string; groups: readonly string[] }) =>
    `"${details.agent}" lists "${details.field}" in \`${details.list}\`, but the state has no such field. ` +
    (details.groups.length === 0
      ? `Declare it, or correct the name.`
      : `Add \`fieldGroups.${details.groups.join("")}\` to the state with \`extendState\`.`),
  unknownCall: (details: { said: string; known: number }) =>
    `None of the ${details.known} recorded calls is like this one, which ends with: "${details.said.slice(0, 200)}". ` +
    `Record the run anew.`,

  unfitPlanAnswer: (details: { to: "reclassification" | "replanning"; issues: string }) =>
    `The planner's answer is no plan that could run:\n${details.issues}\nThe run goes back to ${details.to}.`,
  unusedAnswers: (details: { left: number; calls: number }) =>
    `The script has ${details.left} answer(s) left after ${details.calls} call(s). Take them out, or find out why nobody asked.`,

  wrongReturn: (details: { agent: string }) =>
    `"${details.agent}" returned neither an update nor commands, or one field twice. Return an object of fields, or commands.`,

  wrongAnswer: (details: { asked: string; call: number }) =>
    `Call ${details.call} asked for ${details.asked}, and the script has something else there. Put the answers into the order of the calls.`,
};

/** Every error that `@tidemark/agents` throws. */
export const agentErrors: Errors<"agents", typeof table> = /* @__PURE__ */ defineErrors("agents", table);
