import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Function: allowances()","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/agents/internal/functions/allowances.md","filePath":"api/@tidemark/agents/internal/functions/allowances.md"}');
const _sfc_main = { name: "api/@tidemark/agents/internal/functions/allowances.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/agents</a> / <a href="./../">internal</a> / allowances</p><h1 id="function-allowances" tabindex="-1">Function: allowances() <a class="header-anchor" href="#function-allowances" aria-label="Permalink to &quot;Function: allowances()&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">function</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> allowances</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">(</span><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">values</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">options</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">)</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> readonly</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> Allowance</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">[];</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/limits/limits.ts#L144" target="_blank" rel="noreferrer">agents/src/limits/limits.ts:144</a></p><p>Gives the allowance of every kind of attempt, for an explanation or a view of what is left.</p><h2 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th></tr></thead><tbody><tr><td><code>values</code></td><td><a href="./../type-aliases/Counted"><code>Counted</code></a></td></tr><tr><td><code>options</code></td><td>{ <code>limits</code>: <a href="./../../main/interfaces/Limits"><code>Limits</code></a>; <code>now</code>: <code>string</code>; }</td></tr><tr><td><code>options.limits</code></td><td><a href="./../../main/interfaces/Limits"><code>Limits</code></a></td></tr><tr><td><code>options.now</code></td><td><code>string</code></td></tr></tbody></table></div><h2 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h2><p>readonly <a href="./../interfaces/Allowance"><code>Allowance</code></a>[]</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/agents/internal/functions/allowances.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const allowances = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  allowances as default
};
