import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Function: answerSucceeded()","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/agents/main/functions/answerSucceeded.md","filePath":"api/@tidemark/agents/main/functions/answerSucceeded.md"}');
const _sfc_main = { name: "api/@tidemark/agents/main/functions/answerSucceeded.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/agents</a> / <a href="./../">main</a> / answerSucceeded</p><h1 id="function-answersucceeded" tabindex="-1">Function: answerSucceeded() <a class="header-anchor" href="#function-answersucceeded" aria-label="Permalink to &quot;Function: answerSucceeded()&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">function</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> answerSucceeded</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">()</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> Required</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&lt;</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">ClarificationUpdate</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&gt;;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/clarification/clarification.ts#L114" target="_blank" rel="noreferrer">agents/src/clarification/clarification.ts:114</a></p><p>The update for an answer that succeeded: the next question is the first again, and nothing is missing any more.</p><h2 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h2><p><code>Required</code>&lt;<a href="./../../internal/interfaces/ClarificationUpdate"><code>ClarificationUpdate</code></a>&gt;</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/agents/main/functions/answerSucceeded.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const answerSucceeded = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  answerSucceeded as default
};
