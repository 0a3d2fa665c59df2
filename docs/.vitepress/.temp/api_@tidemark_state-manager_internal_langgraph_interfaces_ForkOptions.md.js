import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: ForkOptions","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/internal/langgraph/interfaces/ForkOptions.md","filePath":"api/@tidemark/state-manager/internal/langgraph/interfaces/ForkOptions.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/internal/langgraph/interfaces/ForkOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../../">API</a> / <a href="./../../../">@tidemark/state-manager</a> / <a href="./../">internal/langgraph</a> / ForkOptions</p><h1 id="interface-forkoptions" tabindex="-1">Interface: ForkOptions <a class="header-anchor" href="#interface-forkoptions" aria-label="Permalink to &quot;Interface: ForkOptions&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/sessions/fork-thread.graph.ts#L18" target="_blank" rel="noreferrer">state-manager/src/sessions/fork-thread.graph.ts:18</a></p><p>Options of <code>forkThread</code>.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="locks" tabindex="-1">locks? <a class="header-anchor" href="#locks" aria-label="Permalink to &quot;locks?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly locks</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> ThreadLocks;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/sessions/fork-thread.graph.ts#L20" target="_blank" rel="noreferrer">state-manager/src/sessions/fork-thread.graph.ts:20</a></p><p>Locks that the sessions on this checkpointer use. Defaults to the in-process locks of the checkpointer.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/internal/langgraph/interfaces/ForkOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const ForkOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  ForkOptions as default
};
