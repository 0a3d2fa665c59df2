import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Errors of nodes are data","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-errors-are-data.md","filePath":"decisions/2026-11-21-errors-are-data.md"}');
const _sfc_main = { name: "decisions/2026-11-21-errors-are-data.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="errors-of-nodes-are-data" tabindex="-1">Errors of nodes are data <a class="header-anchor" href="#errors-of-nodes-are-data" aria-label="Permalink to &quot;Errors of nodes are data&quot;">​</a></h1><p>Status: accepted</p><p>When a node throws, LangGraph ends the run with that error. What parallel nodes of the step had found is kept beside the checkpoint; the state knows nothing of the failure, and the caller gets an exception out of a model&#39;s client. Retry policies of the host try a node again, by the type of an error, without a count in the state.</p><p>So the node of an agent, and each node around it, catches what is thrown and returns it: <code>control_<wbr>error_<wbr>info</code> with the node, the message and a classification, one entry in <code>control_<wbr>errors</code>, the counters. Nothing else of that run is written. Then:</p><ul><li>the router decides what a failure calls for, by one table and within one set of limits: the same node again, another plan, another choice, an answer that says what failed and what was found;</li><li>counts are in the checkpoint, so a run that is resumed elsewhere does not begin to count anew;</li><li>the failure is in the history, in the stream of events and in tests, as a value.</li></ul><p>Three things are not caught, because they are not failures of the work: interrupts, commands to a graph around, and the caller&#39;s own abort. A mistake of the program (a broken contract of these packages, a <code>TypeError</code>, a <code>ReferenceError</code>) is thrown out of the assembled graph in development, because no attempt mends it. In production it is recorded like any failure, so that a user gets an answer, and <code>onError</code> receives the error itself.</p><p>The cost: <code>invoke</code> resolves where others reject, so whoever needs to know has to look at <code>control_<wbr>workflow_<wbr>status</code>. Host features that look for thrown errors, such as retry policies of a node, see none; agents have a <code>retryPolicy</code> of their own. Agents that run side by side would count in the same fields, which the host refuses; <code>counts: false</code> lets them throw and leaves the counting to whoever started them.</p><p>Considered: the host&#39;s retry policies with an error handler around the graph (two places that count), errors as messages to a model (the model would have to be well for that), a result type that agents return (every author would forget one <code>catch</code>).</p></div>`);
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
