import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Inside the workspace, packages export their sources","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-packages-export-their-sources.md","filePath":"decisions/2026-11-21-packages-export-their-sources.md"}');
const _sfc_main = { name: "decisions/2026-11-21-packages-export-their-sources.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="inside-the-workspace-packages-export-their-sources" tabindex="-1">Inside the workspace, packages export their sources <a class="header-anchor" href="#inside-the-workspace-packages-export-their-sources" aria-label="Permalink to &quot;Inside the workspace, packages export their sources&quot;">​</a></h1><p>Status: accepted</p><p><code>exports</code> of each package points to <code>src/*.ts</code>, and <code>publishConfig.exports</code> to the build. Node runs TypeScript directly, so tests and examples need no build, and an edit has an immediate effect in all packages.</p><p>The cost: only erasable TypeScript is allowed, and relative imports end in <code>.ts</code>. Users get different files from those that the tests load. Gates therefore check the tarballs: their files, the resolution of their types, their use with older compilers and <code>require</code>, and their size.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-21-packages-export-their-sources.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261121PackagesExportTheirSources = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261121PackagesExportTheirSources as default
};
