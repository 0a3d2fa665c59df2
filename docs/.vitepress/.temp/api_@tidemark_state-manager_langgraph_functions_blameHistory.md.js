import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Function: blameHistory()","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/langgraph/functions/blameHistory.md","filePath":"api/@tidemark/state-manager/langgraph/functions/blameHistory.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/langgraph/functions/blameHistory.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/state-manager</a> / <a href="./../">langgraph</a> / blameHistory</p><h1 id="function-blamehistory" tabindex="-1">Function: blameHistory() <a class="header-anchor" href="#function-blamehistory" aria-label="Permalink to &quot;Function: blameHistory()&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">function</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> blameHistory</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">(</span></span>
<span class="line"><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">   graph</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span></span>
<span class="line"><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">   config</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span></span>
<span class="line"><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">   place</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">)</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> Promise</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&lt;</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">Blame</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&gt;;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/ownership/blame-history.graph.ts#L21" target="_blank" rel="noreferrer">state-manager/src/ownership/blame-history.graph.ts:21</a></p><p>Finds out who wrote the current value at a place of a thread. Reads only as much history as needed.</p><p>A place is a field with an optional path: <code>task_<wbr>ledger[2].status</code>. With a <code>checkpoint_<wbr>id</code> in the config, the value at that checkpoint is examined. <code>blame</code> describes the results for incomplete history. An unknown field throws <code>state-manager/<wbr>unknownField</code> with the nearest name.</p><h2 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th></tr></thead><tbody><tr><td><code>graph</code></td><td><a href="./../../internal/langgraph/interfaces/WithHistory"><code>WithHistory</code></a></td></tr><tr><td><code>config</code></td><td><code>LangGraphRunnableConfig</code></td></tr><tr><td><code>place</code></td><td><code>string</code></td></tr></tbody></table></div><h2 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h2><p><code>Promise</code>&lt;<a href="./../../main/type-aliases/Blame"><code>Blame</code></a>&gt;</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/langgraph/functions/blameHistory.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const blameHistory = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  blameHistory as default
};
