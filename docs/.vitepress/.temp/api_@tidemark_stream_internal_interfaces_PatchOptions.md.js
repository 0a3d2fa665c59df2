import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: PatchOptions","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/stream/internal/interfaces/PatchOptions.md","filePath":"api/@tidemark/stream/internal/interfaces/PatchOptions.md"}');
const _sfc_main = { name: "api/@tidemark/stream/internal/interfaces/PatchOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/stream</a> / <a href="./../">internal</a> / PatchOptions</p><h1 id="interface-patchoptions" tabindex="-1">Interface: PatchOptions <a class="header-anchor" href="#interface-patchoptions" aria-label="Permalink to &quot;Interface: PatchOptions&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/stream/src/patches/patch.ts#L13" target="_blank" rel="noreferrer">stream/src/patches/patch.ts:13</a></p><p>Options of <a href="./../functions/recordPatch">recordPatch</a>.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="shows" tabindex="-1">shows? <a class="header-anchor" href="#shows" aria-label="Permalink to &quot;shows?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly shows</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> (</span><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">field</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">) </span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">=&gt;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> boolean;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/stream/src/patches/patch.ts#L15" target="_blank" rel="noreferrer">stream/src/patches/patch.ts:15</a></p><p>Returns true for a field to include. Defaults to all fields.</p><h4 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h4><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th></tr></thead><tbody><tr><td><code>field</code></td><td><code>string</code></td></tr></tbody></table></div><h4 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h4><p><code>boolean</code></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/stream/internal/interfaces/PatchOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const PatchOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  PatchOptions as default
};
