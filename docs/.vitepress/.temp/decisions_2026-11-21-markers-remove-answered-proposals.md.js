import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Markers remove answered proposals","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-markers-remove-answered-proposals.md","filePath":"decisions/2026-11-21-markers-remove-answered-proposals.md"}');
const _sfc_main = { name: "decisions/2026-11-21-markers-remove-answered-proposals.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="markers-remove-answered-proposals" tabindex="-1">Markers remove answered proposals <a class="header-anchor" href="#markers-remove-answered-proposals" aria-label="Permalink to &quot;Markers remove answered proposals&quot;">​</a></h1><p>Status: accepted</p><p>After a commit has answered proposals, they must be removed from <code>control_<wbr>proposals</code>. The field has a reducer, because agents propose in parallel. The obvious way to remove them is LangGraph&#39;s <code>Overwrite</code> with the remaining list. But an agent can propose in the same step in which the commit runs. The <code>Overwrite</code> was created from a list without that proposal, and LangGraph lets it win. The proposal would be lost without an error.</p><p>So a commit removes proposals one by one: the field&#39;s reducer recognizes an item <code>{ proposalId, settled: true }</code> as a marker, and removes the proposal with that id. Proposals made in the same step remain for the next commit, in either order of the writes. A proposal that was answered in part is removed and added again with its open changes, under the same id.</p><p>The cost: the update type of the field has a second kind of item, and the reducer (<code>appendUnique</code> with <code>removes</code>) is not idempotent. A proposal that is repeated after it was answered is recognized by its entry in the audit log instead.</p><p>Considered: <code>Overwrite</code> with a rule that no node may run in the step of the commit (a violation would only show as a lost proposal), a status in each proposal (the list would grow during the turn, and be stored at every step), and a field for each agent (a commit could not know the order).</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-21-markers-remove-answered-proposals.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261121MarkersRemoveAnsweredProposals = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261121MarkersRemoveAnsweredProposals as default
};
