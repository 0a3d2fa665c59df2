import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: EditOptions","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/internal/langgraph/interfaces/EditOptions.md","filePath":"api/@tidemark/state-manager/internal/langgraph/interfaces/EditOptions.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/internal/langgraph/interfaces/EditOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../../">API</a> / <a href="./../../../">@tidemark/state-manager</a> / <a href="./../">internal/langgraph</a> / EditOptions</p><h1 id="interface-editoptions" tabindex="-1">Interface: EditOptions <a class="header-anchor" href="#interface-editoptions" aria-label="Permalink to &quot;Interface: EditOptions&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/sessions/session-contract.graph.ts#L74" target="_blank" rel="noreferrer">state-manager/src/sessions/session-contract.graph.ts:74</a></p><p>Author and reason of an edit from outside a run.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="author" tabindex="-1">author <a class="header-anchor" href="#author" aria-label="Permalink to &quot;author&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly </span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">author</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: string;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/sessions/session-contract.graph.ts#L76" target="_blank" rel="noreferrer">state-manager/src/sessions/session-contract.graph.ts:76</a></p><p>Person or program that edits.</p><hr><h3 id="reason" tabindex="-1">reason? <a class="header-anchor" href="#reason" aria-label="Permalink to &quot;reason?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly reason</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> string;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/sessions/session-contract.graph.ts#L77" target="_blank" rel="noreferrer">state-manager/src/sessions/session-contract.graph.ts:77</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/internal/langgraph/interfaces/EditOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const EditOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  EditOptions as default
};
