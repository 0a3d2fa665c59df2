import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Type Alias: ContextDataUpdate","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/core-state/internal/type-aliases/ContextDataUpdate.md","filePath":"api/@tidemark/core-state/internal/type-aliases/ContextDataUpdate.md"}');
const _sfc_main = { name: "api/@tidemark/core-state/internal/type-aliases/ContextDataUpdate.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/core-state</a> / <a href="./../">internal</a> / ContextDataUpdate</p><h1 id="type-alias-contextdataupdate" tabindex="-1">Type Alias: ContextDataUpdate <a class="header-anchor" href="#type-alias-contextdataupdate" aria-label="Permalink to &quot;Type Alias: ContextDataUpdate&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">type</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> ContextDataUpdate</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> =</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> ContextDataUpdate</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/core-state/src/schemas/context-data.ts#L15" target="_blank" rel="noreferrer">core-state/src/schemas/context-data.ts:15</a></p><p>What a write to the shared memory says: entries to put, <code>{ _<wbr>delete: true }</code> in the place of one to take out, and <code>_<wbr>clear: true</code> in a type, or at the top, to empty that first.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/core-state/internal/type-aliases/ContextDataUpdate.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const ContextDataUpdate = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  ContextDataUpdate as default
};
