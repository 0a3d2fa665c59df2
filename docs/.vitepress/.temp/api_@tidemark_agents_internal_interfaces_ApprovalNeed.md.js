import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: ApprovalNeed","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/agents/internal/interfaces/ApprovalNeed.md","filePath":"api/@tidemark/agents/internal/interfaces/ApprovalNeed.md"}');
const _sfc_main = { name: "api/@tidemark/agents/internal/interfaces/ApprovalNeed.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/agents</a> / <a href="./../">internal</a> / ApprovalNeed</p><h1 id="interface-approvalneed" tabindex="-1">Interface: ApprovalNeed <a class="header-anchor" href="#interface-approvalneed" aria-label="Permalink to &quot;Interface: ApprovalNeed&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/approvals/policy.ts#L65" target="_blank" rel="noreferrer">agents/src/approvals/policy.ts:65</a></p><p>Whether a person has to approve, and why.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="needed" tabindex="-1">needed <a class="header-anchor" href="#needed" aria-label="Permalink to &quot;needed&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly </span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">needed</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: boolean;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/approvals/policy.ts#L66" target="_blank" rel="noreferrer">agents/src/approvals/policy.ts:66</a></p><hr><h3 id="reasoning" tabindex="-1">reasoning <a class="header-anchor" href="#reasoning" aria-label="Permalink to &quot;reasoning&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly </span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">reasoning</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: string;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/approvals/policy.ts#L67" target="_blank" rel="noreferrer">agents/src/approvals/policy.ts:67</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/agents/internal/interfaces/ApprovalNeed.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const ApprovalNeed = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  ApprovalNeed as default
};
