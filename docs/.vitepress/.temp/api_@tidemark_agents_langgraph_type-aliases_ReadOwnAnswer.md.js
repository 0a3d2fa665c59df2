import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Type Alias: ReadOwnAnswer","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/agents/langgraph/type-aliases/ReadOwnAnswer.md","filePath":"api/@tidemark/agents/langgraph/type-aliases/ReadOwnAnswer.md"}');
const _sfc_main = { name: "api/@tidemark/agents/langgraph/type-aliases/ReadOwnAnswer.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/agents</a> / <a href="./../">langgraph</a> / ReadOwnAnswer</p><h1 id="type-alias-readownanswer" tabindex="-1">Type Alias: ReadOwnAnswer <a class="header-anchor" href="#type-alias-readownanswer" aria-label="Permalink to &quot;Type Alias: ReadOwnAnswer&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">type</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> ReadOwnAnswer</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> =</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> (</span><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">answer</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">requests</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">) </span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">=&gt;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> </span></span>
<span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">  |</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> ApprovalAnswer</span></span>
<span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">  |</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;unclear&quot;</span></span>
<span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">  |</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> null</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/approvals/ask.graph.ts#L55" target="_blank" rel="noreferrer">agents/src/approvals/ask.graph.ts:55</a></p><p>Reads an answer in a form of the application&#39;s own: the number of a choice, words of another language.</p><p>Null for an answer that is not of that form, &quot;unclear&quot; for one that decides nothing. What comes from a client is not to be trusted: it may be anything.</p><h2 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th></tr></thead><tbody><tr><td><code>answer</code></td><td><code>unknown</code></td></tr><tr><td><code>requests</code></td><td>readonly <a href="./../../../core-state/main/type-aliases/ApprovalRequest"><code>ApprovalRequest</code></a>[]</td></tr></tbody></table></div><h2 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h2><p>| <a href="./../../main/type-aliases/ApprovalAnswer"><code>ApprovalAnswer</code></a> | <code>&quot;unclear&quot;</code> | <code>null</code></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/agents/langgraph/type-aliases/ReadOwnAnswer.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const ReadOwnAnswer = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  ReadOwnAnswer as default
};
