import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Function: planPruning()","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/internal/functions/planPruning.md","filePath":"api/@tidemark/state-manager/internal/functions/planPruning.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/internal/functions/planPruning.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/state-manager</a> / <a href="./../">internal</a> / planPruning</p><h1 id="function-planpruning" tabindex="-1">Function: planPruning() <a class="header-anchor" href="#function-planpruning" aria-label="Permalink to &quot;Function: planPruning()&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">function</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> planPruning</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">(</span><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">state</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">__namedParameters</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">)</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> PrunePlan</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/budgets/prune-plan.ts#L39" target="_blank" rel="noreferrer">state-manager/src/budgets/prune-plan.ts:39</a></p><p>Determines the messages and outputs to prune. The state is not changed, and a plan for the pruned state is empty.</p><p>A <code>keepMessages</code> that is not an integer of at least 0 throws <code>state-manager/<wbr>invalidKeep</code>, a message without an id <code>state-manager/<wbr>messageWithoutId</code>.</p><h2 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th></tr></thead><tbody><tr><td><code>state</code></td><td><a href="./../interfaces/PrunableState"><code>PrunableState</code></a></td></tr><tr><td><code>_<wbr>_<wbr>namedParameters?</code></td><td><a href="./../interfaces/PruneOptions"><code>PruneOptions</code></a></td></tr></tbody></table></div><h2 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h2><p><a href="./../interfaces/PrunePlan"><code>PrunePlan</code></a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/internal/functions/planPruning.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const planPruning = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  planPruning as default
};
