import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse(`{"title":"The byte budget counts a package's own code","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-what-the-byte-budget-counts.md","filePath":"decisions/2026-11-21-what-the-byte-budget-counts.md"}`);
const _sfc_main = { name: "decisions/2026-11-21-what-the-byte-budget-counts.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="the-byte-budget-counts-a-package-s-own-code" tabindex="-1">The byte budget counts a package&#39;s own code <a class="header-anchor" href="#the-byte-budget-counts-a-package-s-own-code" aria-label="Permalink to &quot;The byte budget counts a package&#39;s own code&quot;">​</a></h1><p>Status: accepted</p><p>The entry of <code>@tidemark/<wbr>core-state</code> may weigh 12 KB, minified and gzipped, without Zod. That budget was set when the reducers stood above it. Since they are its one dependency (see the page on the leaf), the bundle of everything but Zod holds both: the package&#39;s own code is about 11.1 KB of it, the reducers that <code>AgentState</code> folds with another 3.4 KB.</p><p>The 12 KB stay the budget of the package&#39;s own code, <code>@tidemark/<wbr>reducers</code> has a budget of its own, and a third line holds the sum at 15 KB, so that nothing can hide in the other package. What people import is smaller, because nothing that is not imported is loaded: <code>field</code>, <code>fields</code>, <code>defineState</code> and <code>checkUpdate</code> together are under 4 KB.</p><p>Considered: dropping the sentences that document each field from the bundle (1.7 KB; <code>describe</code> would have nothing to say), and an entry of its own for <code>AgentState</code> (the first import that everybody writes would become the longer one).</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-21-what-the-byte-budget-counts.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261121WhatTheByteBudgetCounts = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261121WhatTheByteBudgetCounts as default
};
