import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: PrunePlan","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/internal/interfaces/PrunePlan.md","filePath":"api/@tidemark/state-manager/internal/interfaces/PrunePlan.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/internal/interfaces/PrunePlan.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/state-manager</a> / <a href="./../">internal</a> / PrunePlan</p><h1 id="interface-pruneplan" tabindex="-1">Interface: PrunePlan <a class="header-anchor" href="#interface-pruneplan" aria-label="Permalink to &quot;Interface: PrunePlan&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/budgets/prune-plan.ts#L21" target="_blank" rel="noreferrer">state-manager/src/budgets/prune-plan.ts:21</a></p><p>Ids of the messages to remove, and the reduced outputs.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="capability-context-data" tabindex="-1">capability_context_data <a class="header-anchor" href="#capability-context-data" aria-label="Permalink to &quot;capability\\_context\\_data&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly </span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">capability_context_data</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: ContextData;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/budgets/prune-plan.ts#L23" target="_blank" rel="noreferrer">state-manager/src/budgets/prune-plan.ts:23</a></p><hr><h3 id="messages" tabindex="-1">messages <a class="header-anchor" href="#messages" aria-label="Permalink to &quot;messages&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly </span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">messages</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: readonly string[];</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/budgets/prune-plan.ts#L22" target="_blank" rel="noreferrer">state-manager/src/budgets/prune-plan.ts:22</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/internal/interfaces/PrunePlan.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const PrunePlan = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  PrunePlan as default
};
