import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: ProgressEventOptions","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/core-state/internal/interfaces/ProgressEventOptions.md","filePath":"api/@tidemark/core-state/internal/interfaces/ProgressEventOptions.md"}');
const _sfc_main = { name: "api/@tidemark/core-state/internal/interfaces/ProgressEventOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/core-state</a> / <a href="./../">internal</a> / ProgressEventOptions</p><h1 id="interface-progresseventoptions" tabindex="-1">Interface: ProgressEventOptions <a class="header-anchor" href="#interface-progresseventoptions" aria-label="Permalink to &quot;Interface: ProgressEventOptions&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/core-state/src/schemas/progress-event.ts#L33" target="_blank" rel="noreferrer">core-state/src/schemas/progress-event.ts:33</a></p><p>What <code>createProgressEvent</code> takes beside the count and the operation.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="metadata" tabindex="-1">metadata? <a class="header-anchor" href="#metadata" aria-label="Permalink to &quot;metadata?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly metadata</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> ProgressMetadata;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/core-state/src/schemas/progress-event.ts#L36" target="_blank" rel="noreferrer">core-state/src/schemas/progress-event.ts:36</a></p><hr><h3 id="timestamp" tabindex="-1">timestamp <a class="header-anchor" href="#timestamp" aria-label="Permalink to &quot;timestamp&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly </span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">timestamp</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: number;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/core-state/src/schemas/progress-event.ts#L35" target="_blank" rel="noreferrer">core-state/src/schemas/progress-event.ts:35</a></p><p>Now, in seconds since 1970: <code>Date.now() / 1000</code>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/core-state/internal/interfaces/ProgressEventOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const ProgressEventOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  ProgressEventOptions as default
};
