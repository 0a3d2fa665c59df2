import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Variable: FENCE","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/checkpoint/internal/variables/FENCE.md","filePath":"api/@tidemark/checkpoint/internal/variables/FENCE.md"}');
const _sfc_main = { name: "api/@tidemark/checkpoint/internal/variables/FENCE.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/checkpoint</a> / <a href="./../">internal</a> / FENCE</p><h1 id="variable-fence" tabindex="-1">Variable: FENCE <a class="header-anchor" href="#variable-fence" aria-label="Permalink to &quot;Variable: FENCE&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">const</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> FENCE</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;tidemark_fence&quot;</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> =</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;tidemark_fence&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/checkpoint/src/locks/lease-names.ts#L23" target="_blank" rel="noreferrer">locks/lease-names.ts:23</a></p><p>Metadata key, and key of <code>config.configurable</code>, with the token of the lease that a write belongs to.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/checkpoint/internal/variables/FENCE.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const FENCE = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  FENCE as default
};
