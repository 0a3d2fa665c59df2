import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: TurnAnswer","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/stream/internal/langgraph/interfaces/TurnAnswer.md","filePath":"api/@tidemark/stream/internal/langgraph/interfaces/TurnAnswer.md"}');
const _sfc_main = { name: "api/@tidemark/stream/internal/langgraph/interfaces/TurnAnswer.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../../">API</a> / <a href="./../../../">@tidemark/stream</a> / <a href="./../">internal/langgraph</a> / TurnAnswer</p><h1 id="interface-turnanswer" tabindex="-1">Interface: TurnAnswer <a class="header-anchor" href="#interface-turnanswer" aria-label="Permalink to &quot;Interface: TurnAnswer&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/stream/src/events/stream-turn.graph.ts#L35" target="_blank" rel="noreferrer">stream/src/events/stream-turn.graph.ts:35</a></p><p>Answer to a question of the graph.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="answer" tabindex="-1">answer <a class="header-anchor" href="#answer" aria-label="Permalink to &quot;answer&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly </span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">answer</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: unknown;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/stream/src/events/stream-turn.graph.ts#L37" target="_blank" rel="noreferrer">stream/src/events/stream-turn.graph.ts:37</a></p><hr><h3 id="interruptid" tabindex="-1">interruptId <a class="header-anchor" href="#interruptid" aria-label="Permalink to &quot;interruptId&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly </span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">interruptId</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: string;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/stream/src/events/stream-turn.graph.ts#L36" target="_blank" rel="noreferrer">stream/src/events/stream-turn.graph.ts:36</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/stream/internal/langgraph/interfaces/TurnAnswer.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const TurnAnswer = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  TurnAnswer as default
};
