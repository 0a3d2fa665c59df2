import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Summaries and guardrails are steps of the graph","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-23-summaries-and-guardrails-are-steps.md","filePath":"decisions/2026-11-23-summaries-and-guardrails-are-steps.md"}');
const _sfc_main = { name: "decisions/2026-11-23-summaries-and-guardrails-are-steps.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="summaries-and-guardrails-are-steps-of-the-graph" tabindex="-1">Summaries and guardrails are steps of the graph <a class="header-anchor" href="#summaries-and-guardrails-are-steps-of-the-graph" aria-label="Permalink to &quot;Summaries and guardrails are steps of the graph&quot;">​</a></h1><p>Status: accepted.</p><p>A conversation is summarized, and a turn is checked, in dedicated nodes: <code>history_<wbr>summary</code> and <code>turn_<wbr>guard</code>. Graphs without these options do not have the nodes.</p><ul><li><strong>The edge decides.</strong> An edge asks a pure function of the values whether a summary is due. So a run that is repeated decides the same, and a graph whose conversation fits makes no further step.</li><li><strong>Crashes.</strong> The step is stored when it ends. A turn that is continued does not summarize the same messages again.</li><li><strong>Failures.</strong> These nodes have no outcome for the routing table: they count no iteration and set no error. A failed summary leaves the last one, a failed guardrail refuses.</li><li><strong>Commit rules.</strong> The node makes a proposal and commits it in the same step. So the field has its version, its audit entry and its policies, and no proposal is lost between two steps.</li><li><strong>Coverage.</strong> A summary covers everything through one message. Its id, that of the first message and their number are stored, not a list of ids that grows with the conversation.</li><li><strong>Role.</strong> Models read the summary as an answer of the assistant. As a system message, a text made from results of tools would have the authority of instructions.</li><li><strong>Calls of tools.</strong> Guardrails run when the model has answered, before its calls begin, and their verdicts are stored with the answer. In the task of the call they would run again after each pause, and could then decide otherwise than what a person was asked.</li><li><strong>Answers.</strong> A node&#39;s result is checked before it is written. With such a check, every node runs with the tag <code>nostream</code>, so that LangGraph streams its messages when it has ended.</li></ul><p>Considered: LangChain&#39;s summary middleware (it works on the loop of one agent, and rewrites its messages), a summary at the end of a turn (the user would wait for it, or a killed process would lose it), checks in the task of a tool (see above), a stream that is checked piece by piece (a guardrail would have to decide about half a sentence).</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-23-summaries-and-guardrails-are-steps.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261123SummariesAndGuardrailsAreSteps = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261123SummariesAndGuardrailsAreSteps as default
};
