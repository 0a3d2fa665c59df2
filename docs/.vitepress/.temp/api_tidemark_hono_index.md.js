import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"hono","description":"","frontmatter":{},"headers":[],"relativePath":"api/tidemark/hono/index.md","filePath":"api/tidemark/hono/index.md"}');
const _sfc_main = { name: "api/tidemark/hono/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../">API</a> / <a href="./../">tidemark</a> / hono</p><h1 id="hono" tabindex="-1">hono <a class="header-anchor" href="#hono" aria-label="Permalink to &quot;hono&quot;">​</a></h1><p>What <code>import { … } from &quot;tidemark/<wbr>hono&quot;</code> gives.</p><h2 id="interfaces" tabindex="-1">Interfaces <a class="header-anchor" href="#interfaces" aria-label="Permalink to &quot;Interfaces&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Interface</th><th>Description</th></tr></thead><tbody><tr><td><a href="./interfaces/AgUiRun">AgUiRun</a></td><td>Context of a run.</td></tr><tr><td><a href="./interfaces/RunFailure">RunFailure</a></td><td>An error that ended a run, as a server reports it.</td></tr></tbody></table></div><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Function</th><th>Description</th></tr></thead><tbody><tr><td><a href="./functions/agUiHandler">agUiHandler</a></td><td>Creates a handler for AG-UI&#39;s <code>HttpAgent</code>: it reads the input of a run and streams AG-UI events.</td></tr><tr><td><a href="./functions/anyone">anyone</a></td><td>Allows every request. For servers that are only reachable from the same machine, and for tests.</td></tr><tr><td><a href="./functions/serveEvents">serveEvents</a></td><td>Creates a response that streams events as Server-Sent Events: <code>id</code> is the number of the event, <code>event</code> its type, and <code>data</code> the event as JSON.</td></tr></tbody></table></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/tidemark/hono/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
