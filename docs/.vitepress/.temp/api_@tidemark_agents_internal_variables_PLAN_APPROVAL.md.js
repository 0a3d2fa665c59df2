import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Variable: PLAN_APPROVAL","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/agents/internal/variables/PLAN_APPROVAL.md","filePath":"api/@tidemark/agents/internal/variables/PLAN_APPROVAL.md"}');
const _sfc_main = { name: "api/@tidemark/agents/internal/variables/PLAN_APPROVAL.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/agents</a> / <a href="./../">internal</a> / PLAN_APPROVAL</p><h1 id="variable-plan-approval" tabindex="-1">Variable: PLAN_APPROVAL <a class="header-anchor" href="#variable-plan-approval" aria-label="Permalink to &quot;Variable: PLAN\\_APPROVAL&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">const</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> PLAN_APPROVAL</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;plan&quot;</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> =</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;plan&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/approvals/request.ts#L98" target="_blank" rel="noreferrer">agents/src/approvals/request.ts:98</a></p><p>The kind of approval that a plan asks for.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/agents/internal/variables/PLAN_APPROVAL.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const PLAN_APPROVAL = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  PLAN_APPROVAL as default
};
