import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"A state in groups","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-22-a-state-in-groups.md","filePath":"decisions/2026-11-22-a-state-in-groups.md"}');
const _sfc_main = { name: "decisions/2026-11-22-a-state-in-groups.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="a-state-in-groups" tabindex="-1">A state in groups <a class="header-anchor" href="#a-state-in-groups" aria-label="Permalink to &quot;A state in groups&quot;">​</a></h1><p>Status: accepted</p><h2 id="context" tabindex="-1">Context <a class="header-anchor" href="#context" aria-label="Permalink to &quot;Context&quot;">​</a></h2><p>Every thread had 70 fields, and no code used nine of them. <code>invoke</code>, <code>values</code> streams and the schemas of a server showed all of them. A turn of the travel planner streamed 198 KB of <code>values</code>.</p><h2 id="decision" tabindex="-1">Decision <a class="header-anchor" href="#decision" aria-label="Permalink to &quot;Decision&quot;">​</a></h2><ul><li><code>AgentState</code> has 35 fields. Each of them is written and read by nodes of <code>createAgentGraph</code>, by routing or by sessions. The other 35 are in groups of the record <code>fieldGroups</code>, which an application adds with <code>extendState</code>. Names are unchanged, because they are channel names in stored threads.</li><li>Booleans that can be derived from another field are not in <code>AgentState</code>: <code>control_<wbr>needs_<wbr>reclassification</code> (from the reason) and <code>control_<wbr>is_<wbr>awaiting_<wbr>validation</code> (from the timestamp). Both are in the group <code>flags</code>.</li><li>Input and output are options of the graph, <code>input</code> and <code>output</code>, as in LangGraph&#39;s own <code>StateGraph</code>, and not options of a field. Two graphs of one state can differ, and the type of a result is a <code>Pick</code> by names, which is cheap for the compiler.</li><li>A field that is not an input is refused; LangGraph would drop it. A graph that is a node of a graph with the same state drops it too, because its input is the whole state of the parent graph.</li><li><code>updates</code> streams also show the output only, because LangGraph has one list of keys for both. <code>tasks</code>, <code>debug</code> and <code>checkpoints</code> streams, <code>getState</code> and sessions show every field.</li><li>A session keeps the values of fields that its graph does not declare. LangGraph omits them from the next checkpoint.</li></ul><h2 id="consequences" tabindex="-1">Consequences <a class="header-anchor" href="#consequences" aria-label="Permalink to &quot;Consequences&quot;">​</a></h2><p>A turn of the travel planner streams 12 KB of <code>values</code>. An application that uses a field of a group must add the group. The event <code>agent_<wbr>changed</code> needs <code>fieldGroups.identity</code>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-22-a-state-in-groups.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261122AStateInGroups = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261122AStateInGroups as default
};
