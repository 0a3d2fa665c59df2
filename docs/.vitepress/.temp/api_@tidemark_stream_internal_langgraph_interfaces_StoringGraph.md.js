import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: StoringGraph","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/stream/internal/langgraph/interfaces/StoringGraph.md","filePath":"api/@tidemark/stream/internal/langgraph/interfaces/StoringGraph.md"}');
const _sfc_main = { name: "api/@tidemark/stream/internal/langgraph/interfaces/StoringGraph.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../../">API</a> / <a href="./../../../">@tidemark/stream</a> / <a href="./../">internal/langgraph</a> / StoringGraph</p><h1 id="interface-storinggraph" tabindex="-1">Interface: StoringGraph <a class="header-anchor" href="#interface-storinggraph" aria-label="Permalink to &quot;Interface: StoringGraph&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/stream/src/events/stream-events.graph.ts#L20" target="_blank" rel="noreferrer">stream/src/events/stream-events.graph.ts:20</a></p><p>Graph whose stored events can be read.</p><h2 id="methods" tabindex="-1">Methods <a class="header-anchor" href="#methods" aria-label="Permalink to &quot;Methods&quot;">​</a></h2><h3 id="getstate" tabindex="-1">getState() <a class="header-anchor" href="#getstate" aria-label="Permalink to &quot;getState()&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">getState</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">(config): </span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;">Promise</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&lt;{</span></span>
<span class="line"><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">  values</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> unknown</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">}&gt;;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/stream/src/events/stream-events.graph.ts#L21" target="_blank" rel="noreferrer">stream/src/events/stream-events.graph.ts:21</a></p><h4 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h4><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th></tr></thead><tbody><tr><td><code>config</code></td><td><a href="#"><code>RunnableConfig</code></a></td></tr></tbody></table></div><h4 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h4><p><code>Promise</code>&lt;{ <code>values</code>: <code>unknown</code>; }&gt;</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/stream/internal/langgraph/interfaces/StoringGraph.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const StoringGraph = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  StoringGraph as default
};
