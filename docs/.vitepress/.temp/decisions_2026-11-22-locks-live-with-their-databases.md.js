import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Locks are in the package of their databases","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-22-locks-live-with-their-databases.md","filePath":"decisions/2026-11-22-locks-live-with-their-databases.md"}');
const _sfc_main = { name: "decisions/2026-11-22-locks-live-with-their-databases.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="locks-are-in-the-package-of-their-databases" tabindex="-1">Locks are in the package of their databases <a class="header-anchor" href="#locks-are-in-the-package-of-their-databases" aria-label="Permalink to &quot;Locks are in the package of their databases&quot;">​</a></h1><p>Status: accepted</p><p>A lease is a row next to the checkpoints, and a checkpoint contains its token. The locks and the savers need the same names of tables, triggers and metadata. These names were string literals in two packages.</p><p>The names are now constants of <code>@tidemark/<wbr>checkpoint</code>. <code>sqliteLocks</code> and <code>postgresLocks</code> are exported by <code>@tidemark/<wbr>checkpoint/<wbr>sqlite</code> and <code>@tidemark/<wbr>checkpoint/<wbr>postgres</code>. <code>state-manager</code> imports the two names that it writes.</p><p>The interfaces <code>ThreadLocks</code> and <code>Lease</code> and the locks in memory are in <code>checkpoint</code> too, because <code>state-manager</code> depends on <code>checkpoint</code> and the locks of databases implement the interfaces. <code>state-manager</code> re-exports the interfaces and <code>memoryLocks</code>. Its entry imports them from <code>@tidemark/<wbr>checkpoint/<wbr>internal</code>, which imports neither LangGraph nor Node.</p><p>Therefore the error codes of locks begin with <code>checkpoint/</code>: <code>locksUnavailable</code>, <code>invalidLease</code>, <code>invalidOption</code>, <code>invalidId</code>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-22-locks-live-with-their-databases.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261122LocksLiveWithTheirDatabases = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261122LocksLiveWithTheirDatabases as default
};
