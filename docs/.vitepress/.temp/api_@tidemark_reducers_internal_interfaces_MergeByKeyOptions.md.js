import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: MergeByKeyOptions","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/reducers/internal/interfaces/MergeByKeyOptions.md","filePath":"api/@tidemark/reducers/internal/interfaces/MergeByKeyOptions.md"}');
const _sfc_main = { name: "api/@tidemark/reducers/internal/interfaces/MergeByKeyOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/reducers</a> / <a href="./../">internal</a> / MergeByKeyOptions</p><h1 id="interface-mergebykeyoptions" tabindex="-1">Interface: MergeByKeyOptions <a class="header-anchor" href="#interface-mergebykeyoptions" aria-label="Permalink to &quot;Interface: MergeByKeyOptions&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/reducers/src/reducers/merge-by-key.ts#L8" target="_blank" rel="noreferrer">reducers/merge-by-key.ts:8</a></p><p>Options of <a href="./../../main/functions/mergeByKey">mergeByKey</a>.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="deleteonnull" tabindex="-1">deleteOnNull? <a class="header-anchor" href="#deleteonnull" aria-label="Permalink to &quot;deleteOnNull?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly deleteOnNull</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> boolean;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/reducers/src/reducers/merge-by-key.ts#L10" target="_blank" rel="noreferrer">reducers/merge-by-key.ts:10</a></p><p>Makes <code>null</code> delete its key. Defaults to false: <code>null</code> is an ordinary value.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/reducers/internal/interfaces/MergeByKeyOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const MergeByKeyOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  MergeByKeyOptions as default
};
