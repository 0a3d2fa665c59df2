import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: DirectedModeOptions","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/agents/internal/interfaces/DirectedModeOptions.md","filePath":"api/@tidemark/agents/internal/interfaces/DirectedModeOptions.md"}');
const _sfc_main = { name: "api/@tidemark/agents/internal/interfaces/DirectedModeOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/agents</a> / <a href="./../">internal</a> / DirectedModeOptions</p><h1 id="interface-directedmodeoptions" tabindex="-1">Interface: DirectedModeOptions <a class="header-anchor" href="#interface-directedmodeoptions" aria-label="Permalink to &quot;Interface: DirectedModeOptions&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/roster/directed-mode.ts#L33" target="_blank" rel="noreferrer">agents/src/roster/directed-mode.ts:33</a></p><p>What a choice depends on.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="bypassrouting" tabindex="-1">bypassRouting? <a class="header-anchor" href="#bypassrouting" aria-label="Permalink to &quot;bypassRouting?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly bypassRouting</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> boolean;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/roster/directed-mode.ts#L36" target="_blank" rel="noreferrer">agents/src/roster/directed-mode.ts:36</a></p><p>Whether nothing may stand between the user and the agent, not even the router; true when not said.</p><hr><h3 id="registry" tabindex="-1">registry <a class="header-anchor" href="#registry" aria-label="Permalink to &quot;registry&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly </span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">registry</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: AgentRegistry;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/roster/directed-mode.ts#L34" target="_blank" rel="noreferrer">agents/src/roster/directed-mode.ts:34</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/agents/internal/interfaces/DirectedModeOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const DirectedModeOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  DirectedModeOptions as default
};
