import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Answered proposals leave by settled marks","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-proposals-leave-by-settled-marks.md","filePath":"decisions/2026-11-21-proposals-leave-by-settled-marks.md"}');
const _sfc_main = { name: "decisions/2026-11-21-proposals-leave-by-settled-marks.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="answered-proposals-leave-by-settled-marks" tabindex="-1">Answered proposals leave by settled marks <a class="header-anchor" href="#answered-proposals-leave-by-settled-marks" aria-label="Permalink to &quot;Answered proposals leave by settled marks&quot;">​</a></h1><p>Status: accepted</p><p>Once a commit has answered proposals, they have to leave <code>control_<wbr>proposals</code>. The field folds, because agents propose in parallel. The obvious way to empty it is LangGraph&#39;s <code>Overwrite</code> with the rest of the list. But an agent may propose in the very step in which the commit runs: the <code>Overwrite</code> was made of a list without that proposal, and the host lets it win. The proposal would be gone, and nobody would know.</p><p>So a commit says what was answered, one by one: <code>{ proposalId, settled: true }</code> is an item that the field&#39;s own reducer knows, and it takes out the proposal of that id. Whatever came in the same step stays for the next commit, in either order. A proposal that was answered in part is settled and put back with what is open, under the same id.</p><p>The cost: the update type of the field has a second kind of item, and the reducer (<code>appendUnique</code> with <code>removes</code>) is no longer idempotent. A proposal that comes again after it was settled is recognised by its line in the audit log instead.</p><p>Considered: <code>Overwrite</code> with a rule that nobody may run beside the commit (a rule that only a lost proposal would enforce), a status in each proposal (the list would grow for as long as the turn lasts, and be stored at every step), a field for each agent (a commit could not see the order).</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-21-proposals-leave-by-settled-marks.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261121ProposalsLeaveBySettledMarks = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261121ProposalsLeaveBySettledMarks as default
};
