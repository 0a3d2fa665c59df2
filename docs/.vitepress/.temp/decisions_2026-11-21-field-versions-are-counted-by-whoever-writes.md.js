import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Versions of fields are counted by whoever writes them","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-field-versions-are-counted-by-whoever-writes.md","filePath":"decisions/2026-11-21-field-versions-are-counted-by-whoever-writes.md"}');
const _sfc_main = { name: "decisions/2026-11-21-field-versions-are-counted-by-whoever-writes.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="versions-of-fields-are-counted-by-whoever-writes-them" tabindex="-1">Versions of fields are counted by whoever writes them <a class="header-anchor" href="#versions-of-fields-are-counted-by-whoever-writes-them" aria-label="Permalink to &quot;Versions of fields are counted by whoever writes them&quot;">​</a></h1><p>Status: accepted</p><p>A commit has to know whether a field has changed since a proposer looked at it. Comparing values does not tell (a field may have changed and changed back), and LangGraph&#39;s own channel versions are not in the values that a node or a client sees, differ between savers, and grow with every write of a fold.</p><p>So the state counts for itself: <code>runtime_<wbr>field_<wbr>versions</code> has a number for each field. <code>commit</code> raises it by one for each accepted change, <code>defineNode</code> for each owned field that a node returns, and so does an edit from outside. A proposal names the versions that its proposer had seen. The numbers are plain state: they are copied by forks, exported, and read by any client.</p><p>Fields that fold for everybody have no version: a fold takes every write, so nothing of it can be stale. The framework&#39;s own fields have none either.</p><p>The cost: a plain function as a node, or a <code>Command</code> with an update, counts nothing, so proposals on such a field are judged by earlier counts; edits still compare what stood at their places.</p><p>Considered: a hash of each field (costs its size at each look), a wrapper around every channel (a state that only we could read), one version for the whole state (every proposal beside another would be stale).</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-21-field-versions-are-counted-by-whoever-writes.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261121FieldVersionsAreCountedByWhoeverWrites = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261121FieldVersionsAreCountedByWhoeverWrites as default
};
