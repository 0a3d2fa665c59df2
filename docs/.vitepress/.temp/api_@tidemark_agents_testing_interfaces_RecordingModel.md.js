import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: RecordingModel","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/agents/testing/interfaces/RecordingModel.md","filePath":"api/@tidemark/agents/testing/interfaces/RecordingModel.md"}');
const _sfc_main = { name: "api/@tidemark/agents/testing/interfaces/RecordingModel.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/agents</a> / <a href="./../">testing</a> / RecordingModel</p><h1 id="interface-recordingmodel" tabindex="-1">Interface: RecordingModel <a class="header-anchor" href="#interface-recordingmodel" aria-label="Permalink to &quot;Interface: RecordingModel&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/testing/recorded-model.ts#L29" target="_blank" rel="noreferrer">agents/src/testing/recorded-model.ts:29</a></p><p>A model that keeps what it answers.</p><h2 id="extends" tabindex="-1">Extends <a class="header-anchor" href="#extends" aria-label="Permalink to &quot;Extends&quot;">​</a></h2><ul><li><a href="#"><code>BaseChatModel</code></a></li></ul><h2 id="methods" tabindex="-1">Methods <a class="header-anchor" href="#methods" aria-label="Permalink to &quot;Methods&quot;">​</a></h2><h3 id="recording" tabindex="-1">recording() <a class="header-anchor" href="#recording" aria-label="Permalink to &quot;recording()&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">recording</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">(): Recording;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/testing/recorded-model.ts#L30" target="_blank" rel="noreferrer">agents/src/testing/recorded-model.ts:30</a></p><h4 id="returns" tabindex="-1">Returns <a class="header-anchor" href="#returns" aria-label="Permalink to &quot;Returns&quot;">​</a></h4><p><a href="./Recording"><code>Recording</code></a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/agents/testing/interfaces/RecordingModel.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const RecordingModel = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  RecordingModel as default
};
