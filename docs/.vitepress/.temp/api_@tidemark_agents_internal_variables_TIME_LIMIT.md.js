import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Variable: TIME_LIMIT","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/agents/internal/variables/TIME_LIMIT.md","filePath":"api/@tidemark/agents/internal/variables/TIME_LIMIT.md"}');
const _sfc_main = { name: "api/@tidemark/agents/internal/variables/TIME_LIMIT.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/agents</a> / <a href="./../">internal</a> / TIME_LIMIT</p><h1 id="variable-time-limit" tabindex="-1">Variable: TIME_LIMIT <a class="header-anchor" href="#variable-time-limit" aria-label="Permalink to &quot;Variable: TIME\\_LIMIT&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">const</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> TIME_LIMIT</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;time limit&quot;</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> =</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;time limit&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/limits/deadline.ts#L13" target="_blank" rel="noreferrer">agents/src/limits/deadline.ts:13</a></p><p>Says why a run was stopped by its time limit; the value of <code>control_<wbr>kill_<wbr>reason</code> then.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/agents/internal/variables/TIME_LIMIT.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const TIME_LIMIT = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  TIME_LIMIT as default
};
