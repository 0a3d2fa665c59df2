import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Function: anyone()","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/stream/hono/functions/anyone.md","filePath":"api/@tidemark/stream/hono/functions/anyone.md"}');
const _sfc_main = { name: "api/@tidemark/stream/hono/functions/anyone.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/stream</a> / <a href="./../">hono</a> / anyone</p><h1 id="function-anyone" tabindex="-1">Function: anyone() <a class="header-anchor" href="#function-anyone" aria-label="Permalink to &quot;Function: anyone()&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">function</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> anyone</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">()</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> true</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/stream/src/http/ag-ui-handler.graph.ts#L54" target="_blank" rel="noreferrer">stream/src/http/ag-ui-handler.graph.ts:54</a></p><p>Allows every request. For servers that are only reachable from the same machine, and for tests.</p><h2 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h2><p><code>true</code></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/stream/hono/functions/anyone.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const anyone = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  anyone as default
};
