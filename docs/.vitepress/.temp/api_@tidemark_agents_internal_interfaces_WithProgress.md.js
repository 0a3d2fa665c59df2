import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: WithProgress","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/agents/internal/interfaces/WithProgress.md","filePath":"api/@tidemark/agents/internal/interfaces/WithProgress.md"}');
const _sfc_main = { name: "api/@tidemark/agents/internal/interfaces/WithProgress.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/agents</a> / <a href="./../">internal</a> / WithProgress</p><h1 id="interface-withprogress" tabindex="-1">Interface: WithProgress <a class="header-anchor" href="#interface-withprogress" aria-label="Permalink to &quot;Interface: WithProgress&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/conversation/progress.ts#L5" target="_blank" rel="noreferrer">agents/src/conversation/progress.ts:5</a></p><p>The part of a state that says how far a turn has come.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="control-iteration" tabindex="-1">control_iteration? <a class="header-anchor" href="#control-iteration" aria-label="Permalink to &quot;control\\_iteration?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly control_iteration</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> number;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/conversation/progress.ts#L6" target="_blank" rel="noreferrer">agents/src/conversation/progress.ts:6</a></p><hr><h3 id="control-next-agent" tabindex="-1">control_next_agent? <a class="header-anchor" href="#control-next-agent" aria-label="Permalink to &quot;control\\_next\\_agent?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly control_next_agent</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> string;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/conversation/progress.ts#L7" target="_blank" rel="noreferrer">agents/src/conversation/progress.ts:7</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/agents/internal/interfaces/WithProgress.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const WithProgress = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  WithProgress as default
};
