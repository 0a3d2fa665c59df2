import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"errors","description":"","frontmatter":{},"headers":[],"relativePath":"api/tidemark/errors/index.md","filePath":"api/tidemark/errors/index.md"}');
const _sfc_main = { name: "api/tidemark/errors/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../">API</a> / <a href="./../">tidemark</a> / errors</p><h1 id="errors" tabindex="-1">errors <a class="header-anchor" href="#errors" aria-label="Permalink to &quot;errors&quot;">​</a></h1><p>What <code>import { … } from &quot;tidemark/<wbr>errors&quot;</code> gives.</p><h2 id="variables" tabindex="-1">Variables <a class="header-anchor" href="#variables" aria-label="Permalink to &quot;Variables&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Variable</th><th>Description</th></tr></thead><tbody><tr><td><a href="./variables/agentErrors">agentErrors</a></td><td>Every error that <code>@tidemark/<wbr>agents</code> throws.</td></tr><tr><td><a href="./variables/checkpointErrors">checkpointErrors</a></td><td>Every error that <code>@tidemark/<wbr>checkpoint</code> throws.</td></tr><tr><td><a href="./variables/coreStateErrors">coreStateErrors</a></td><td>Every error that <code>@tidemark/<wbr>core-state</code> throws.</td></tr><tr><td><a href="./variables/reducerErrors">reducerErrors</a></td><td>Errors thrown by <code>@tidemark/<wbr>reducers</code>.</td></tr><tr><td><a href="./variables/stateManagerErrors">stateManagerErrors</a></td><td>Errors thrown by <code>@tidemark/<wbr>state-manager</code>.</td></tr></tbody></table></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/tidemark/errors/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
