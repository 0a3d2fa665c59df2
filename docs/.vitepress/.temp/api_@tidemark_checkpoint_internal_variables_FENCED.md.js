import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Variable: FENCED","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/checkpoint/internal/variables/FENCED.md","filePath":"api/@tidemark/checkpoint/internal/variables/FENCED.md"}');
const _sfc_main = { name: "api/@tidemark/checkpoint/internal/variables/FENCED.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/checkpoint</a> / <a href="./../">internal</a> / FENCED</p><h1 id="variable-fenced" tabindex="-1">Variable: FENCED <a class="header-anchor" href="#variable-fenced" aria-label="Permalink to &quot;Variable: FENCED&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">const</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> FENCED</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;tidemark_fenced&quot;</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> =</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;tidemark_fenced&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/checkpoint/src/locks/lease-names.ts#L32" target="_blank" rel="noreferrer">locks/lease-names.ts:32</a></p><p>Text that the error of a rejected statement contains.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/checkpoint/internal/variables/FENCED.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const FENCED = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  FENCED as default
};
