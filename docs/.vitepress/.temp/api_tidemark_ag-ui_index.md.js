import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"ag-ui","description":"","frontmatter":{},"headers":[],"relativePath":"api/tidemark/ag-ui/index.md","filePath":"api/tidemark/ag-ui/index.md"}');
const _sfc_main = { name: "api/tidemark/ag-ui/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../">API</a> / <a href="./../">tidemark</a> / ag-ui</p><h1 id="ag-ui" tabindex="-1">ag-ui <a class="header-anchor" href="#ag-ui" aria-label="Permalink to &quot;ag-ui&quot;">​</a></h1><p>What <code>import { … } from &quot;tidemark/<wbr>ag-ui&quot;</code> gives.</p><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Function</th><th>Description</th></tr></thead><tbody><tr><td><a href="./functions/toAgUi">toAgUi</a></td><td>Translates the events of a run to AG-UI 1.0.</td></tr></tbody></table></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/tidemark/ag-ui/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
