import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Variable: AGENT_OUTPUT","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/main/variables/AGENT_OUTPUT.md","filePath":"api/@tidemark/state-manager/main/variables/AGENT_OUTPUT.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/main/variables/AGENT_OUTPUT.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/state-manager</a> / <a href="./../">main</a> / AGENT_OUTPUT</p><h1 id="variable-agent-output" tabindex="-1">Variable: AGENT_OUTPUT <a class="header-anchor" href="#variable-agent-output" aria-label="Permalink to &quot;Variable: AGENT\\_OUTPUT&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">const</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> AGENT_OUTPUT</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;AGENT_OUTPUT&quot;</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> =</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;AGENT_OUTPUT&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/contexts/agent-output.ts#L6" target="_blank" rel="noreferrer">state-manager/src/contexts/agent-output.ts:6</a></p><p>Context type of agents&#39; outputs, stored by agent name.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/main/variables/AGENT_OUTPUT.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const AGENT_OUTPUT = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  AGENT_OUTPUT as default
};
