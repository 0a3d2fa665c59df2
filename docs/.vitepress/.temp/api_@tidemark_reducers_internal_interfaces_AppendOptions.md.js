import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: AppendOptions","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/reducers/internal/interfaces/AppendOptions.md","filePath":"api/@tidemark/reducers/internal/interfaces/AppendOptions.md"}');
const _sfc_main = { name: "api/@tidemark/reducers/internal/interfaces/AppendOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/reducers</a> / <a href="./../">internal</a> / AppendOptions</p><h1 id="interface-appendoptions" tabindex="-1">Interface: AppendOptions <a class="header-anchor" href="#interface-appendoptions" aria-label="Permalink to &quot;Interface: AppendOptions&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/reducers/src/reducers/append.ts#L6" target="_blank" rel="noreferrer">reducers/append.ts:6</a></p><p>Options of <a href="./../../main/functions/append">append</a>.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="cap" tabindex="-1">cap? <a class="header-anchor" href="#cap" aria-label="Permalink to &quot;cap?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly cap</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> number;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/reducers/src/reducers/append.ts#L8" target="_blank" rel="noreferrer">reducers/append.ts:8</a></p><p>Maximum number of items; the newest are kept. Defaults to no limit.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/reducers/internal/interfaces/AppendOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const AppendOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  AppendOptions as default
};
