import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Function: planTurn()","description":"","frontmatter":{},"headers":[],"relativePath":"api/tidemark/rules/functions/planTurn.md","filePath":"api/tidemark/rules/functions/planTurn.md"}');
const _sfc_main = { name: "api/tidemark/rules/functions/planTurn.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../">API</a> / <a href="./../../">tidemark</a> / <a href="./../">rules</a> / planTurn</p><h1 id="function-planturn" tabindex="-1">Function: planTurn() <a class="header-anchor" href="#function-planturn" aria-label="Permalink to &quot;Function: planTurn()&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">function</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> planTurn</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">(</span><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">state</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">options</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">)</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> TurnPlan</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/turns/turn.ts#L52" target="_blank" rel="noreferrer">state-manager/src/turns/turn.ts:52</a></p><p>Checks the options of a turn start against a state. Call it once per graph.</p><p>A name in <code>keep</code> or <code>begin</code> that is not a turn field of the state throws <code>state-manager/<wbr>invalidTurnOption</code>.</p><h2 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th></tr></thead><tbody><tr><td><code>state</code></td><td><a href="./../../main/interfaces/StateDeclaration"><code>StateDeclaration</code></a></td></tr><tr><td><code>options?</code></td><td><a href="./../../../@tidemark/state-manager/internal/interfaces/TurnBeginning"><code>TurnBeginning</code></a></td></tr></tbody></table></div><h2 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h2><p><a href="./../../../@tidemark/state-manager/internal/interfaces/TurnPlan"><code>TurnPlan</code></a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/tidemark/rules/functions/planTurn.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const planTurn = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  planTurn as default
};
