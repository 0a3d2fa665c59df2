import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: NodeErrors","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/agents/internal/langgraph/interfaces/NodeErrors.md","filePath":"api/@tidemark/agents/internal/langgraph/interfaces/NodeErrors.md"}');
const _sfc_main = { name: "api/@tidemark/agents/internal/langgraph/interfaces/NodeErrors.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../../">API</a> / <a href="./../../../">@tidemark/agents</a> / <a href="./../">internal/langgraph</a> / NodeErrors</p><h1 id="interface-nodeerrors" tabindex="-1">Interface: NodeErrors <a class="header-anchor" href="#interface-nodeerrors" aria-label="Permalink to &quot;Interface: NodeErrors&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/failures/node-errors.ts#L20" target="_blank" rel="noreferrer">agents/src/failures/node-errors.ts:20</a></p><p>What happens to an error of a node before it becomes a value of the state.</p><h2 id="methods" tabindex="-1">Methods <a class="header-anchor" href="#methods" aria-label="Permalink to &quot;Methods&quot;">​</a></h2><h3 id="report" tabindex="-1">report() <a class="header-anchor" href="#report" aria-label="Permalink to &quot;report()&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">report</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">(error, about): </span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">void</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/failures/node-errors.ts#L22" target="_blank" rel="noreferrer">agents/src/failures/node-errors.ts:22</a></p><p>Reports an error; one that must not become a value is thrown.</p><h4 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h4><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th></tr></thead><tbody><tr><td><code>error</code></td><td><code>unknown</code></td></tr><tr><td><code>about</code></td><td><a href="./NodeErrorPlace"><code>NodeErrorPlace</code></a></td></tr></tbody></table></div><h4 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h4><p><code>void</code></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/agents/internal/langgraph/interfaces/NodeErrors.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const NodeErrors = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  NodeErrors as default
};
