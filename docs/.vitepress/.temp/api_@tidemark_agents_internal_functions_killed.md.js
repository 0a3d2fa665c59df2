import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Function: killed()","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/agents/internal/functions/killed.md","filePath":"api/@tidemark/agents/internal/functions/killed.md"}');
const _sfc_main = { name: "api/@tidemark/agents/internal/functions/killed.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/agents</a> / <a href="./../">internal</a> / killed</p><h1 id="function-killed" tabindex="-1">Function: killed() <a class="header-anchor" href="#function-killed" aria-label="Permalink to &quot;Function: killed()&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">function</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> killed</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">(</span></span>
<span class="line"><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">   values</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span></span>
<span class="line"><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">   reason</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span></span>
<span class="line"><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">   now</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">)</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> KilledUpdate</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/limits/kill.ts#L13" target="_blank" rel="noreferrer">agents/src/limits/kill.ts:13</a></p><p>Stops a run as a value: no further node starts, and what was found so far is kept.</p><p>A run is stopped once: what stopped it first stays the reason.</p><h2 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th></tr></thead><tbody><tr><td><code>values</code></td><td><code>Partial</code>&lt;<code>Pick</code>&lt;<a href="./../../../core-state/main/interfaces/SeedStateValue"><code>SeedStateValue</code></a>, | <code>&quot;execution_<wbr>start_<wbr>time&quot;</code> | <code>&quot;control_<wbr>is_<wbr>awaiting_<wbr>validation&quot;</code> | <code>&quot;control_<wbr>validation_<wbr>timestamp&quot;</code>&gt;&gt; &amp; <code>Partial</code>&lt;<code>Pick</code>&lt;<a href="./../../../core-state/main/interfaces/SeedStateValue"><code>SeedStateValue</code></a>, <code>&quot;control_<wbr>is_<wbr>killed&quot;</code> | <code>&quot;control_<wbr>kill_<wbr>reason&quot;</code>&gt;&gt;</td></tr><tr><td><code>reason</code></td><td><code>string</code></td></tr><tr><td><code>now</code></td><td><code>string</code></td></tr></tbody></table></div><h2 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h2><p><a href="./../type-aliases/KilledUpdate"><code>KilledUpdate</code></a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/agents/internal/functions/killed.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const killed = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  killed as default
};
