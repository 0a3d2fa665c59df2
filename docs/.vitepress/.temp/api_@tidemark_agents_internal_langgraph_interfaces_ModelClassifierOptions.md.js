import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: ModelClassifierOptions","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/agents/internal/langgraph/interfaces/ModelClassifierOptions.md","filePath":"api/@tidemark/agents/internal/langgraph/interfaces/ModelClassifierOptions.md"}');
const _sfc_main = { name: "api/@tidemark/agents/internal/langgraph/interfaces/ModelClassifierOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../../">API</a> / <a href="./../../../">@tidemark/agents</a> / <a href="./../">internal/langgraph</a> / ModelClassifierOptions</p><h1 id="interface-modelclassifieroptions" tabindex="-1">Interface: ModelClassifierOptions <a class="header-anchor" href="#interface-modelclassifieroptions" aria-label="Permalink to &quot;Interface: ModelClassifierOptions&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/plans/model-parts.graph.ts#L46" target="_blank" rel="noreferrer">agents/src/plans/model-parts.graph.ts:46</a></p><p>How a model classifies.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="ask" tabindex="-1">ask? <a class="header-anchor" href="#ask" aria-label="Permalink to &quot;ask?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly ask</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;together&quot;</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> |</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;each&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/plans/model-parts.graph.ts#L48" target="_blank" rel="noreferrer">agents/src/plans/model-parts.graph.ts:48</a></p><p><code>together</code>: one call for all capabilities, as when not said. <code>each</code>: a call for each, so many at a time.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/agents/internal/langgraph/interfaces/ModelClassifierOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const ModelClassifierOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  ModelClassifierOptions as default
};
