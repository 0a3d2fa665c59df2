import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: PruneOptions","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/internal/interfaces/PruneOptions.md","filePath":"api/@tidemark/state-manager/internal/interfaces/PruneOptions.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/internal/interfaces/PruneOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/state-manager</a> / <a href="./../">internal</a> / PruneOptions</p><h1 id="interface-pruneoptions" tabindex="-1">Interface: PruneOptions <a class="header-anchor" href="#interface-pruneoptions" aria-label="Permalink to &quot;Interface: PruneOptions&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/budgets/prune-plan.ts#L27" target="_blank" rel="noreferrer">state-manager/src/budgets/prune-plan.ts:27</a></p><p>Options of pruning.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="keepmessages" tabindex="-1">keepMessages? <a class="header-anchor" href="#keepmessages" aria-label="Permalink to &quot;keepMessages?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly keepMessages</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> number;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/budgets/prune-plan.ts#L29" target="_blank" rel="noreferrer">state-manager/src/budgets/prune-plan.ts:29</a></p><p>Number of newest messages to keep. Defaults to 10; 0 removes all.</p><hr><h3 id="rules" tabindex="-1">rules? <a class="header-anchor" href="#rules" aria-label="Permalink to &quot;rules?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly rules</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> readonly PruneRule[];</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/budgets/prune-plan.ts#L30" target="_blank" rel="noreferrer">state-manager/src/budgets/prune-plan.ts:30</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/internal/interfaces/PruneOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const PruneOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  PruneOptions as default
};
