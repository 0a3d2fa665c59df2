import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"main","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/checkpoint/main/index.md","filePath":"api/@tidemark/checkpoint/main/index.md"}');
const _sfc_main = { name: "api/@tidemark/checkpoint/main/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../">API</a> / <a href="./../">@tidemark/checkpoint</a> / main</p><h1 id="main" tabindex="-1">main <a class="header-anchor" href="#main" aria-label="Permalink to &quot;main&quot;">​</a></h1><p>What <code>import { … } from &quot;@tidemark/<wbr>checkpoint&quot;</code> gives.</p><h2 id="interfaces" tabindex="-1">Interfaces <a class="header-anchor" href="#interfaces" aria-label="Permalink to &quot;Interfaces&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Interface</th><th>Description</th></tr></thead><tbody><tr><td><a href="./interfaces/Lease">Lease</a></td><td>The right to write to one thread until it is released or expires.</td></tr><tr><td><a href="./interfaces/ThreadDocument">ThreadDocument</a></td><td>A thread as one JSON document: its whole history and pending writes, each value once.</td></tr><tr><td><a href="./interfaces/ThreadLocks">ThreadLocks</a></td><td>Locks that give each thread one writer at a time: across calls, and with a database across processes.</td></tr></tbody></table></div><h2 id="variables" tabindex="-1">Variables <a class="header-anchor" href="#variables" aria-label="Permalink to &quot;Variables&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Variable</th><th>Description</th></tr></thead><tbody><tr><td><a href="./variables/checkpointErrors">checkpointErrors</a></td><td>Every error that <code>@tidemark/<wbr>checkpoint</code> throws.</td></tr></tbody></table></div><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Function</th><th>Description</th></tr></thead><tbody><tr><td><a href="./functions/copyThread">copyThread</a></td><td>Copies a thread of any saver under another id, with its history and pending writes: all chosen checkpoints, or nothing.</td></tr><tr><td><a href="./functions/exportThread">exportThread</a></td><td>Exports a thread of any saver as one JSON document, with its history and pending writes, each value once.</td></tr><tr><td><a href="./functions/importThread">importThread</a></td><td>Stores the thread of a document in any saver: the whole thread, or nothing. Returns the id of the thread.</td></tr><tr><td><a href="./functions/importThreads">importThreads</a></td><td>Imports the threads of another saver with their whole history and pending writes, and compares every checkpoint.</td></tr><tr><td><a href="./functions/strictSerializer">strictSerializer</a></td><td>Returns exactly what it was given, or refuses it at once and says where it stands.</td></tr></tbody></table></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/checkpoint/main/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
