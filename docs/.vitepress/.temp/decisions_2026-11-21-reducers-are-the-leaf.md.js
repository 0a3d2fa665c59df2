import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"The package of reducers is below the state","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-reducers-are-the-leaf.md","filePath":"decisions/2026-11-21-reducers-are-the-leaf.md"}');
const _sfc_main = { name: "decisions/2026-11-21-reducers-are-the-leaf.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="the-package-of-reducers-is-below-the-state" tabindex="-1">The package of reducers is below the state <a class="header-anchor" href="#the-package-of-reducers-is-below-the-state" aria-label="Permalink to &quot;The package of reducers is below the state&quot;">​</a></h1><p>Status: accepted</p><p>The fields of <code>AgentState</code> use the reducers that the project publishes. If the type <code>Reducer</code> were in <code>@tidemark/<wbr>core-state</code> and the reducers in a package above it, the two packages would import each other.</p><p>So <code>@tidemark/<wbr>reducers</code> is the lowest package. It contains the type <code>Reducer</code>, the reducers and <code>defineErrors</code>, and imports nothing at run time. <code>@tidemark/<wbr>core-state</code> imports it and Zod, and re-exports <code>defineErrors</code> and <code>Reducer</code>.</p><p>The cost: a reducer cannot use a type of the state. None has needed one, because reducers are generic.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-21-reducers-are-the-leaf.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261121ReducersAreTheLeaf = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261121ReducersAreTheLeaf as default
};
