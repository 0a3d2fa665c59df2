import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: EachClassified","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/agents/internal/interfaces/EachClassified.md","filePath":"api/@tidemark/agents/internal/interfaces/EachClassified.md"}');
const _sfc_main = { name: "api/@tidemark/agents/internal/interfaces/EachClassified.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/agents</a> / <a href="./../">internal</a> / EachClassified</p><h1 id="interface-eachclassified" tabindex="-1">Interface: EachClassified <a class="header-anchor" href="#interface-eachclassified" aria-label="Permalink to &quot;Interface: EachClassified&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/plans/classification.ts#L69" target="_blank" rel="noreferrer">agents/src/plans/classification.ts:69</a></p><p>What came of asking for each capability by itself.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="capabilities" tabindex="-1">capabilities <a class="header-anchor" href="#capabilities" aria-label="Permalink to &quot;capabilities&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly </span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">capabilities</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: readonly string[];</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/plans/classification.ts#L71" target="_blank" rel="noreferrer">agents/src/plans/classification.ts:71</a></p><p>Those that are needed, in the order of the candidates.</p><hr><h3 id="failed" tabindex="-1">failed <a class="header-anchor" href="#failed" aria-label="Permalink to &quot;failed&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly </span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">failed</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: readonly {</span></span>
<span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">  capability</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: string;</span></span>
<span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">  error</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: unknown;</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">}[];</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/plans/classification.ts#L73" target="_blank" rel="noreferrer">agents/src/plans/classification.ts:73</a></p><p>Those whose question failed; they count as not needed.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/agents/internal/interfaces/EachClassified.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const EachClassified = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  EachClassified as default
};
