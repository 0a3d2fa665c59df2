import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Type Alias: ApprovalAnswer","description":"","frontmatter":{},"headers":[],"relativePath":"api/tidemark/main/type-aliases/ApprovalAnswer-1.md","filePath":"api/tidemark/main/type-aliases/ApprovalAnswer-1.md"}');
const _sfc_main = { name: "api/tidemark/main/type-aliases/ApprovalAnswer-1.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../">API</a> / <a href="./../../">tidemark</a> / <a href="./../">main</a> / ApprovalAnswer</p><h1 id="type-alias-approvalanswer" tabindex="-1">Type Alias: ApprovalAnswer <a class="header-anchor" href="#type-alias-approvalanswer" aria-label="Permalink to &quot;Type Alias: ApprovalAnswer&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">type</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> ApprovalAnswer</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> =</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> z</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">.</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">infer</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&lt;</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">typeof</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> ApprovalAnswer&gt;;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/approvals/answer.ts#L15" target="_blank" rel="noreferrer">agents/src/approvals/answer.ts:15</a></p><p>What a client sends to decide a request: by id, so that an answer never decides what the person has not seen.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/tidemark/main/type-aliases/ApprovalAnswer-1.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const ApprovalAnswer1 = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  ApprovalAnswer1 as default
};
