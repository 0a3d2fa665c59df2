import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: ContextTypeUpdate","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/reducers/internal/interfaces/ContextTypeUpdate.md","filePath":"api/@tidemark/reducers/internal/interfaces/ContextTypeUpdate.md"}');
const _sfc_main = { name: "api/@tidemark/reducers/internal/interfaces/ContextTypeUpdate.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/reducers</a> / <a href="./../">internal</a> / ContextTypeUpdate</p><h1 id="interface-contexttypeupdate" tabindex="-1">Interface: ContextTypeUpdate <a class="header-anchor" href="#interface-contexttypeupdate" aria-label="Permalink to &quot;Interface: ContextTypeUpdate&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/reducers/src/contexts/context-data-update.ts#L19" target="_blank" rel="noreferrer">contexts/context-data-update.ts:19</a></p><p>Update of one context type: entries to write and keys to delete. <code>_<wbr>clear</code> empties the type first.</p><h2 id="indexable" tabindex="-1">Indexable <a class="header-anchor" href="#indexable" aria-label="Permalink to &quot;Indexable&quot;">​</a></h2><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">[key: string]: </span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">true</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> |</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> object </span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">|</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> undefined</span></span></code></pre></div><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="clear" tabindex="-1">_clear? <a class="header-anchor" href="#clear" aria-label="Permalink to &quot;\\_clear?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly _clear</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> true</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/reducers/src/contexts/context-data-update.ts#L20" target="_blank" rel="noreferrer">contexts/context-data-update.ts:20</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/reducers/internal/interfaces/ContextTypeUpdate.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const ContextTypeUpdate = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  ContextTypeUpdate as default
};
