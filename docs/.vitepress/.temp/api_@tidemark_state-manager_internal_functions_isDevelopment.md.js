import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Function: isDevelopment()","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/internal/functions/isDevelopment.md","filePath":"api/@tidemark/state-manager/internal/functions/isDevelopment.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/internal/functions/isDevelopment.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/state-manager</a> / <a href="./../">internal</a> / isDevelopment</p><h1 id="function-isdevelopment" tabindex="-1">Function: isDevelopment() <a class="header-anchor" href="#function-isdevelopment" aria-label="Permalink to &quot;Function: isDevelopment()&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">function</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> isDevelopment</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">()</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> boolean</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/kernel/environment.ts#L6" target="_blank" rel="noreferrer">state-manager/src/kernel/environment.ts:6</a></p><p>True unless <code>NODE_<wbr>ENV</code> is <code>production</code>, also in a browser without <code>process.env</code>.</p><p>Read at run time, so a program can set <code>NODE_<wbr>ENV</code> before it builds its graph.</p><h2 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h2><p><code>boolean</code></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/internal/functions/isDevelopment.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const isDevelopment = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  isDevelopment as default
};
