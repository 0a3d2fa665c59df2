import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: ClarificationOptions","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/agents/internal/interfaces/ClarificationOptions.md","filePath":"api/@tidemark/agents/internal/interfaces/ClarificationOptions.md"}');
const _sfc_main = { name: "api/@tidemark/agents/internal/interfaces/ClarificationOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/agents</a> / <a href="./../">internal</a> / ClarificationOptions</p><h1 id="interface-clarificationoptions" tabindex="-1">Interface: ClarificationOptions <a class="header-anchor" href="#interface-clarificationoptions" aria-label="Permalink to &quot;Interface: ClarificationOptions&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/clarification/clarification.ts#L59" target="_blank" rel="noreferrer">agents/src/clarification/clarification.ts:59</a></p><p>How far clarification may go.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="maxclarifications" tabindex="-1">maxClarifications? <a class="header-anchor" href="#maxclarifications" aria-label="Permalink to &quot;maxClarifications?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly maxClarifications</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> number;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/clarification/clarification.ts#L61" target="_blank" rel="noreferrer">agents/src/clarification/clarification.ts:61</a></p><p>How many questions may be asked between two answers; 2 when not said, 0 for none.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/agents/internal/interfaces/ClarificationOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const ClarificationOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  ClarificationOptions as default
};
