import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Function: autonomous()","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/agents/main/functions/autonomous.md","filePath":"api/@tidemark/agents/main/functions/autonomous.md"}');
const _sfc_main = { name: "api/@tidemark/agents/main/functions/autonomous.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/agents</a> / <a href="./../">main</a> / autonomous</p><h1 id="function-autonomous" tabindex="-1">Function: autonomous() <a class="header-anchor" href="#function-autonomous" aria-label="Permalink to &quot;Function: autonomous()&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">function</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> autonomous</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">()</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> Required</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&lt;</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">OperationModeUpdate</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&gt;;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/roster/directed-mode.ts#L78" target="_blank" rel="noreferrer">agents/src/roster/directed-mode.ts:78</a></p><p>Gives the choice back to the supervisor, and forgets whom the user had picked.</p><h2 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h2><p><code>Required</code>&lt;<a href="./../../internal/interfaces/OperationModeUpdate"><code>OperationModeUpdate</code></a>&gt;</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/agents/main/functions/autonomous.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const autonomous = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  autonomous as default
};
