import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: Ids","description":"","frontmatter":{},"headers":[],"relativePath":"api/tidemark/main/interfaces/Ids.md","filePath":"api/tidemark/main/interfaces/Ids.md"}');
const _sfc_main = { name: "api/tidemark/main/interfaces/Ids.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../">API</a> / <a href="./../../">tidemark</a> / <a href="./../">main</a> / Ids</p><h1 id="interface-ids" tabindex="-1">Interface: Ids <a class="header-anchor" href="#interface-ids" aria-label="Permalink to &quot;Interface: Ids&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/checkpoint/src/clock.ts#L10" target="_blank" rel="noreferrer">checkpoint/src/clock.ts:10</a></p><p>Source of unique ids.</p><h2 id="methods" tabindex="-1">Methods <a class="header-anchor" href="#methods" aria-label="Permalink to &quot;Methods&quot;">​</a></h2><h3 id="next" tabindex="-1">next() <a class="header-anchor" href="#next" aria-label="Permalink to &quot;next()&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">next</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">(): string;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/checkpoint/src/clock.ts#L11" target="_blank" rel="noreferrer">checkpoint/src/clock.ts:11</a></p><h4 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h4><p><code>string</code></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/tidemark/main/interfaces/Ids.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const Ids = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  Ids as default
};
