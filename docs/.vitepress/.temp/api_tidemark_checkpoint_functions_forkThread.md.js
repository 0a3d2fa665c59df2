import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Function: forkThread()","description":"","frontmatter":{},"headers":[],"relativePath":"api/tidemark/checkpoint/functions/forkThread.md","filePath":"api/tidemark/checkpoint/functions/forkThread.md"}');
const _sfc_main = { name: "api/tidemark/checkpoint/functions/forkThread.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../">API</a> / <a href="./../../">tidemark</a> / <a href="./../">checkpoint</a> / forkThread</p><h1 id="function-forkthread" tabindex="-1">Function: forkThread() <a class="header-anchor" href="#function-forkthread" aria-label="Permalink to &quot;Function: forkThread()&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">function</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> forkThread</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">(</span></span>
<span class="line"><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">   saver</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span></span>
<span class="line"><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">   from</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span></span>
<span class="line"><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">   to</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span></span>
<span class="line"><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">   __namedParameters</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">)</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> Promise</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&lt;</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">void</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&gt;;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/sessions/fork-thread.graph.ts#L30" target="_blank" rel="noreferrer">state-manager/src/sessions/fork-thread.graph.ts:30</a></p><p>Copies a thread up to a checkpoint to a new id, with its history, its pending writes and the states of its subgraphs.</p><p>The copy is stored completely or not at all, and its id is locked meanwhile. Values are copied without migration. A missing thread or checkpoint throws <code>state-manager/<wbr>noSuchCheckpoint</code>, an id in use <code>state-manager/<wbr>threadExists</code>, a lost lease <code>state-manager/<wbr>fenced</code>; nothing is stored then.</p><h2 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th></tr></thead><tbody><tr><td><code>saver</code></td><td><code>BaseCheckpointSaver</code></td></tr><tr><td><code>from</code></td><td><code>string</code></td></tr><tr><td><code>to</code></td><td><a href="./../../../@tidemark/state-manager/internal/langgraph/interfaces/ForkPoint"><code>ForkPoint</code></a></td></tr><tr><td><code>_<wbr>_<wbr>namedParameters?</code></td><td><a href="./../../../@tidemark/state-manager/internal/langgraph/interfaces/ForkOptions"><code>ForkOptions</code></a></td></tr></tbody></table></div><h2 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h2><p><code>Promise</code>&lt;<code>void</code>&gt;</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/tidemark/checkpoint/functions/forkThread.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const forkThread = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  forkThread as default
};
