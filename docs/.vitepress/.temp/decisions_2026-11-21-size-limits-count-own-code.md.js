import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse(`{"title":"The size limit counts a package's own code","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-size-limits-count-own-code.md","filePath":"decisions/2026-11-21-size-limits-count-own-code.md"}`);
const _sfc_main = { name: "decisions/2026-11-21-size-limits-count-own-code.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="the-size-limit-counts-a-package-s-own-code" tabindex="-1">The size limit counts a package&#39;s own code <a class="header-anchor" href="#the-size-limit-counts-a-package-s-own-code" aria-label="Permalink to &quot;The size limit counts a package&#39;s own code&quot;">​</a></h1><p>Status: accepted</p><p>The root entry of <code>@tidemark/<wbr>core-state</code> may have 12 KB, minified and gzipped, without Zod. That limit was set when the reducers were in a package above it. Now they are its only dependency, and the bundle without Zod contains both: about 11.1 KB of the package&#39;s own code, and 3.4 KB of reducers that <code>AgentState</code> uses.</p><p>The limit of 12 KB remains for the package&#39;s own code, <code>@tidemark/<wbr>reducers</code> has a separate limit, and a third limit of 15 KB applies to the sum, so that code cannot be moved into the other package unnoticed. Applications load less, because unused exports are removed: <code>field</code>, <code>fields</code>, <code>defineState</code> and <code>checkUpdate</code> together are under 4 KB.</p><p>Considered: removing the field descriptions from the bundle (1.7 KB; <code>describe</code> would return no descriptions), and a separate entry for <code>AgentState</code> (the most frequent import would become longer).</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-21-size-limits-count-own-code.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261121SizeLimitsCountOwnCode = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261121SizeLimitsCountOwnCode as default
};
