import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Writers count the versions of fields","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-writers-count-field-versions.md","filePath":"decisions/2026-11-21-writers-count-field-versions.md"}');
const _sfc_main = { name: "decisions/2026-11-21-writers-count-field-versions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="writers-count-the-versions-of-fields" tabindex="-1">Writers count the versions of fields <a class="header-anchor" href="#writers-count-the-versions-of-fields" aria-label="Permalink to &quot;Writers count the versions of fields&quot;">​</a></h1><p>Status: accepted</p><p>A commit must detect whether a field has changed since a proposal was made. Comparing values is not enough, because a field can change and change back. LangGraph&#39;s channel versions are not in the values that a node or a client sees, differ between savers, and increase with every write to a field with a reducer.</p><p>So the state contains its own counts: <code>runtime_<wbr>field_<wbr>versions</code> has a number for each field. It is increased by <code>commit</code> for each accepted change, by <code>defineNode</code> for each owned field that a node returns, and by edits from outside. A proposal contains the versions that its author saw. The numbers are ordinary state: forks copy them, exports contain them, and every client can read them.</p><p>Fields with a reducer that any agent can write have no version: the reducer applies every write, so no write can be stale. The fields of the framework have no version either.</p><p>The cost: a plain function as a node, or a <code>Command</code> with an update, does not count, so proposals for such a field are compared with earlier counts. Edits are still compared with the previous values at their paths.</p><p>Considered: a hash of each field (each check costs as much as the size of the field), a wrapper around every channel (no other program could read the state), and one version for the whole state (every proposal would make all others stale).</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-21-writers-count-field-versions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261121WritersCountFieldVersions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261121WritersCountFieldVersions as default
};
