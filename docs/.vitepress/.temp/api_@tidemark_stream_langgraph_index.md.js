import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"langgraph","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/stream/langgraph/index.md","filePath":"api/@tidemark/stream/langgraph/index.md"}');
const _sfc_main = { name: "api/@tidemark/stream/langgraph/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../">API</a> / <a href="./../">@tidemark/stream</a> / langgraph</p><h1 id="langgraph" tabindex="-1">langgraph <a class="header-anchor" href="#langgraph" aria-label="Permalink to &quot;langgraph&quot;">​</a></h1><p>What <code>import { … } from &quot;@tidemark/<wbr>stream/<wbr>langgraph&quot;</code> gives.</p><h2 id="type-aliases" tabindex="-1">Type Aliases <a class="header-anchor" href="#type-aliases" aria-label="Permalink to &quot;Type Aliases&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Type Alias</th><th>Description</th></tr></thead><tbody><tr><td><a href="./type-aliases/StreamTurnOptions">StreamTurnOptions</a></td><td>Options of a streamed turn: those of <code>streamEvents</code>, without those that the session sets.</td></tr></tbody></table></div><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Function</th><th>Description</th></tr></thead><tbody><tr><td><a href="./functions/storedEvents">storedEvents</a></td><td>Returns the events stored by the current turn of a thread, for a client that reconnects.</td></tr><tr><td><a href="./functions/streamContinue">streamContinue</a></td><td>Continues an unfinished turn through a session and streams its events, as <code>streamTurn</code> does.</td></tr><tr><td><a href="./functions/streamEvents">streamEvents</a></td><td>Runs a compiled graph and streams its events.</td></tr><tr><td><a href="./functions/streamResume">streamResume</a></td><td>Answers questions of the graph through a session and streams the events of the turn, as <code>streamTurn</code> does.</td></tr><tr><td><a href="./functions/streamTurn">streamTurn</a></td><td>Sends a message through a session and streams the events of the turn. The generator returns the session&#39;s result.</td></tr></tbody></table></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/stream/langgraph/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
