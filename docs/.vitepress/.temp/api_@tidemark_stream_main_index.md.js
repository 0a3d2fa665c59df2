import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"main","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/stream/main/index.md","filePath":"api/@tidemark/stream/main/index.md"}');
const _sfc_main = { name: "api/@tidemark/stream/main/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../">API</a> / <a href="./../">@tidemark/stream</a> / main</p><h1 id="main" tabindex="-1">main <a class="header-anchor" href="#main" aria-label="Permalink to &quot;main&quot;">​</a></h1><p>What <code>import { … } from &quot;@tidemark/<wbr>stream&quot;</code> gives.</p><h2 id="type-aliases" tabindex="-1">Type Aliases <a class="header-anchor" href="#type-aliases" aria-label="Permalink to &quot;Type Aliases&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Type Alias</th><th>Description</th></tr></thead><tbody><tr><td><a href="./type-aliases/RunEvent">RunEvent</a></td><td>Event of a run: the events of agents and those of the run itself.</td></tr></tbody></table></div><h2 id="variables" tabindex="-1">Variables <a class="header-anchor" href="#variables" aria-label="Permalink to &quot;Variables&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Variable</th><th>Description</th></tr></thead><tbody><tr><td><a href="./variables/RunEvent">RunEvent</a></td><td>Event of a run: the events of agents and those of the run itself.</td></tr></tbody></table></div><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Function</th><th>Description</th></tr></thead><tbody><tr><td><a href="./functions/onceEach">onceEach</a></td><td>Creates a filter that accepts each event once, by its id. Repeated events of a node that runs again are dropped.</td></tr><tr><td><a href="./functions/parseRunEvent">parseRunEvent</a></td><td>Validates an event of a run. An invalid event or an unknown type gives <code>ok: false</code> and does not throw.</td></tr><tr><td><a href="./functions/replayFrom">replayFrom</a></td><td>Returns the stored events after <code>sequence</code>, in order and each once. Pass -1 for all events.</td></tr><tr><td><a href="./functions/showsField">showsField</a></td><td>Returns a function that decides whether a user interface may see a field of a state. Visible are the declared fields, except messages, which are sent as message events, fields marked <code>ui: false</code> or listed in <code>hidden</code>, and fields that contain error texts.</td></tr><tr><td><a href="./functions/visibleValues">visibleValues</a></td><td>Values of a state that a user interface may see: without hidden fields and, if there are any, without the payloads of approval requests and of their entries in the audit log.</td></tr></tbody></table></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/stream/main/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
