import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: AcquireOptions","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/checkpoint/internal/interfaces/AcquireOptions.md","filePath":"api/@tidemark/checkpoint/internal/interfaces/AcquireOptions.md"}');
const _sfc_main = { name: "api/@tidemark/checkpoint/internal/interfaces/AcquireOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/checkpoint</a> / <a href="./../">internal</a> / AcquireOptions</p><h1 id="interface-acquireoptions" tabindex="-1">Interface: AcquireOptions <a class="header-anchor" href="#interface-acquireoptions" aria-label="Permalink to &quot;Interface: AcquireOptions&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/checkpoint/src/locks/thread-locks.ts#L31" target="_blank" rel="noreferrer">locks/thread-locks.ts:31</a></p><p>Options for acquiring a thread.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="onbusy" tabindex="-1">onBusy? <a class="header-anchor" href="#onbusy" aria-label="Permalink to &quot;onBusy?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly onBusy</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;wait&quot;</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> |</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;refuse&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/checkpoint/src/locks/thread-locks.ts#L33" target="_blank" rel="noreferrer">locks/thread-locks.ts:33</a></p><p><code>wait</code> joins the queue; <code>refuse</code> returns <code>busy</code> at once. Defaults to <code>wait</code>.</p><hr><h3 id="signal" tabindex="-1">signal? <a class="header-anchor" href="#signal" aria-label="Permalink to &quot;signal?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly signal</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> AbortSignal;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/checkpoint/src/locks/thread-locks.ts#L34" target="_blank" rel="noreferrer">locks/thread-locks.ts:34</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/checkpoint/internal/interfaces/AcquireOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const AcquireOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  AcquireOptions as default
};
