import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: ForkPoint","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/internal/langgraph/interfaces/ForkPoint.md","filePath":"api/@tidemark/state-manager/internal/langgraph/interfaces/ForkPoint.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/internal/langgraph/interfaces/ForkPoint.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../../">API</a> / <a href="./../../../">@tidemark/state-manager</a> / <a href="./../">internal/langgraph</a> / ForkPoint</p><h1 id="interface-forkpoint" tabindex="-1">Interface: ForkPoint <a class="header-anchor" href="#interface-forkpoint" aria-label="Permalink to &quot;Interface: ForkPoint&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/sessions/fork-thread.graph.ts#L10" target="_blank" rel="noreferrer">state-manager/src/sessions/fork-thread.graph.ts:10</a></p><p>Source checkpoint and new id of a fork.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="checkpointid" tabindex="-1">checkpointId? <a class="header-anchor" href="#checkpointid" aria-label="Permalink to &quot;checkpointId?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly checkpointId</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> string;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/sessions/fork-thread.graph.ts#L14" target="_blank" rel="noreferrer">state-manager/src/sessions/fork-thread.graph.ts:14</a></p><p>Last checkpoint to copy. Defaults to the newest. <code>history()</code> returns the one that ends each turn.</p><hr><h3 id="threadid" tabindex="-1">threadId <a class="header-anchor" href="#threadid" aria-label="Permalink to &quot;threadId&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly </span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">threadId</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: string;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/sessions/fork-thread.graph.ts#L12" target="_blank" rel="noreferrer">state-manager/src/sessions/fork-thread.graph.ts:12</a></p><p>Id of the copy. Must not be in use.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/internal/langgraph/interfaces/ForkPoint.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const ForkPoint = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  ForkPoint as default
};
