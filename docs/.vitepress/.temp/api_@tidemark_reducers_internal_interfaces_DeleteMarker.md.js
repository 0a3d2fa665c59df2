import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: DeleteMarker","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/reducers/internal/interfaces/DeleteMarker.md","filePath":"api/@tidemark/reducers/internal/interfaces/DeleteMarker.md"}');
const _sfc_main = { name: "api/@tidemark/reducers/internal/interfaces/DeleteMarker.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/reducers</a> / <a href="./../">internal</a> / DeleteMarker</p><h1 id="interface-deletemarker" tabindex="-1">Interface: DeleteMarker <a class="header-anchor" href="#interface-deletemarker" aria-label="Permalink to &quot;Interface: DeleteMarker&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/reducers/src/contexts/context-data-update.ts#L14" target="_blank" rel="noreferrer">contexts/context-data-update.ts:14</a></p><p>Deletes one entry: <code>{ TYPE: { key: { _<wbr>delete: true } } }</code>.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="delete" tabindex="-1">_delete <a class="header-anchor" href="#delete" aria-label="Permalink to &quot;\\_delete&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly </span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">_delete</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: </span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">true</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/reducers/src/contexts/context-data-update.ts#L15" target="_blank" rel="noreferrer">contexts/context-data-update.ts:15</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/reducers/internal/interfaces/DeleteMarker.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const DeleteMarker = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  DeleteMarker as default
};
