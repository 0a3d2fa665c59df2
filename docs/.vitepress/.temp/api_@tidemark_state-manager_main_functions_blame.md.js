import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Function: blame()","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/main/functions/blame.md","filePath":"api/@tidemark/state-manager/main/functions/blame.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/main/functions/blame.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/state-manager</a> / <a href="./../">main</a> / blame</p><h1 id="function-blame" tabindex="-1">Function: blame() <a class="header-anchor" href="#function-blame" aria-label="Permalink to &quot;Function: blame()&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">function</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> blame</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">(</span></span>
<span class="line"><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">   history</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span></span>
<span class="line"><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">   place</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span></span>
<span class="line"><span style="--shiki-light:#E36209;--shiki-dark:#FFAB70;">   options</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?</span></span>
<span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">)</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> Blame</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/ownership/blame.ts#L75" target="_blank" rel="noreferrer">state-manager/src/ownership/blame.ts:75</a></p><p>Finds out who wrote the current value at a place, with turn, step, proposal and reason.</p><p><code>history</code> contains the known states of the thread, newest first. If it does not reach back to the write, because checkpoints were pruned or copied, the audit log is used, provided that it accounts for every counted write of the field. Otherwise the result is <code>unknown</code>, never a guess. A place without a value is never attributed to a person.</p><h2 id="parameters" tabindex="-1">Parameters <a class="header-anchor" href="#parameters" aria-label="Permalink to &quot;Parameters&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Parameter</th><th>Type</th></tr></thead><tbody><tr><td><code>history</code></td><td>readonly <a href="./../../internal/interfaces/StateMoment"><code>StateMoment</code></a>[]</td></tr><tr><td><code>place</code></td><td><code>string</code></td></tr><tr><td><code>options?</code></td><td><a href="./../../internal/interfaces/BlameOptions"><code>BlameOptions</code></a></td></tr></tbody></table></div><h2 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h2><p><a href="./../type-aliases/Blame"><code>Blame</code></a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/main/functions/blame.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const blame = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  blame as default
};
