import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Type Alias: StreamTurnOptions","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/stream/langgraph/type-aliases/StreamTurnOptions.md","filePath":"api/@tidemark/stream/langgraph/type-aliases/StreamTurnOptions.md"}');
const _sfc_main = { name: "api/@tidemark/stream/langgraph/type-aliases/StreamTurnOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/stream</a> / <a href="./../">langgraph</a> / StreamTurnOptions</p><h1 id="type-alias-streamturnoptions" tabindex="-1">Type Alias: StreamTurnOptions <a class="header-anchor" href="#type-alias-streamturnoptions" aria-label="Permalink to &quot;Type Alias: StreamTurnOptions&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">type</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> StreamTurnOptions</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> =</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> Omit</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&lt;</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">StreamEventsOptions</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;threadId&quot;</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> |</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;config&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&gt;;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/stream/src/events/stream-turn.graph.ts#L32" target="_blank" rel="noreferrer">stream/src/events/stream-turn.graph.ts:32</a></p><p>Options of a streamed turn: those of <code>streamEvents</code>, without those that the session sets.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/stream/langgraph/type-aliases/StreamTurnOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const StreamTurnOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  StreamTurnOptions as default
};
