import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Errors of nodes are data","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-errors-are-data.md","filePath":"decisions/2026-11-21-errors-are-data.md"}');
const _sfc_main = { name: "decisions/2026-11-21-errors-are-data.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="errors-of-nodes-are-data" tabindex="-1">Errors of nodes are data <a class="header-anchor" href="#errors-of-nodes-are-data" aria-label="Permalink to &quot;Errors of nodes are data&quot;">​</a></h1><p>Status: accepted</p><p>When a node throws, LangGraph ends the run with that error. The results of parallel nodes of the step are stored next to the checkpoint, the state does not contain the failure, and the caller gets an exception from a model client. LangGraph&#39;s retry policies run a node again, depending on the type of an error, without a count in the state.</p><p>Therefore an agent&#39;s node, and every built-in node, catches errors and returns them: <code>control_<wbr>error_<wbr>info</code> with the node, the message and a classification, one entry in <code>control_<wbr>errors</code>, and the counters. Nothing else of that run is written. Then:</p><ul><li>the router decides the response to the failure, with one table and one set of limits: the same node again, another plan, another choice of agents, or an answer that reports the failure and the results;</li><li>counters are in the checkpoint, so a run that is resumed in another process continues to count;</li><li>the failure is a value in the history, in the event stream and in tests.</li></ul><p>Three things are not caught, because they are not failures: interrupts, commands to a parent graph, and an abort by the caller. A programming error (a violated contract of these packages, a <code>TypeError</code>, a <code>ReferenceError</code>) is thrown by a graph of <code>createAgentGraph</code> in development, because retrying does not help. In production it is recorded like any failure, so that the user gets an answer, and <code>onError</code> receives the error itself.</p><p>The cost: <code>invoke</code> resolves where other graphs reject, so a caller that needs to distinguish failures reads <code>control_<wbr>error_<wbr>info</code>. LangGraph features that depend on thrown errors, such as retry policies of a node, have no effect; agents have a <code>retryPolicy</code> instead. Agents that run in parallel would count in the same fields, which LangGraph refuses. With <code>counts: false</code> they throw, and the node that started them counts.</p><p>Considered: LangGraph&#39;s retry policies with an error handler around the graph (two places that count), errors as messages to a model (which fails when the model fails), and a result type that agents return (every author would forget a <code>catch</code>).</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-21-errors-are-data.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261121ErrorsAreData = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261121ErrorsAreData as default
};
