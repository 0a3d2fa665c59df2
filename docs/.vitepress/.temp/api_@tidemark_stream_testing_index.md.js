import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"testing","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/stream/testing/index.md","filePath":"api/@tidemark/stream/testing/index.md"}');
const _sfc_main = { name: "api/@tidemark/stream/testing/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../">API</a> / <a href="./../">@tidemark/stream</a> / testing</p><h1 id="testing" tabindex="-1">testing <a class="header-anchor" href="#testing" aria-label="Permalink to &quot;testing&quot;">​</a></h1><p>What <code>import { … } from &quot;@tidemark/<wbr>stream/<wbr>testing&quot;</code> gives.</p><h2 id="interfaces" tabindex="-1">Interfaces <a class="header-anchor" href="#interfaces" aria-label="Permalink to &quot;Interfaces&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Interface</th><th>Description</th></tr></thead><tbody><tr><td><a href="./interfaces/GraphRun">GraphRun</a></td><td>Result of one run.</td></tr><tr><td><a href="./interfaces/RunGraphOptions">RunGraphOptions</a></td><td>Options of <a href="./functions/runGraph">runGraph</a>.</td></tr><tr><td><a href="./interfaces/StoringRunGraph">StoringRunGraph</a></td><td>Graph that stores its state, such as a compiled graph with a checkpointer.</td></tr></tbody></table></div><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Function</th><th>Description</th></tr></thead><tbody><tr><td><a href="./functions/runGraph">runGraph</a></td><td>Runs a compiled graph once and returns its values, events, commits and model calls.</td></tr></tbody></table></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/stream/testing/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
