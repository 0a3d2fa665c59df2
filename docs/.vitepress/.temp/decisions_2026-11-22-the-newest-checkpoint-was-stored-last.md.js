import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"The newest checkpoint is the one that was stored last","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-22-the-newest-checkpoint-was-stored-last.md","filePath":"decisions/2026-11-22-the-newest-checkpoint-was-stored-last.md"}');
const _sfc_main = { name: "decisions/2026-11-22-the-newest-checkpoint-was-stored-last.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="the-newest-checkpoint-is-the-one-that-was-stored-last" tabindex="-1">The newest checkpoint is the one that was stored last <a class="header-anchor" href="#the-newest-checkpoint-is-the-one-that-was-stored-last" aria-label="Permalink to &quot;The newest checkpoint is the one that was stored last&quot;">​</a></h1><p>Status: accepted</p><p>LangGraph creates checkpoint ids from the clock, and its savers treat the checkpoint with the greatest id as the newest. When a clock is set back by 100 ms, or the clock of a second machine is behind, a stored turn stays hidden behind an older one, although it was acknowledged.</p><p>Our savers number checkpoints in the transaction that stores them, and use this number everywhere: for the newest checkpoint, lists, <code>before</code>, delta histories, copies, documents and pruning. A checkpoint that is stored again keeps its number, so a retry never hides a newer one. The numbers can be compared across the namespaces of a thread, because LangGraph passes a checkpoint of the parent graph as the <code>before</code> of a subgraph. Databases of an older schema get their numbers in the order of their ids when they are opened.</p><p>On a saver that orders by ids, a session compares the checkpoint that it stored with the newest one of the saver, and returns <code>superseded</code> instead of <code>done</code>.</p><p>Rejected: ids that never decrease. LangGraph creates the ids, and two machines would still have two clocks.</p><p>The cost: 5 to 9 % more bytes, most of them in an index.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-22-the-newest-checkpoint-was-stored-last.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261122TheNewestCheckpointWasStoredLast = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261122TheNewestCheckpointWasStoredLast as default
};
