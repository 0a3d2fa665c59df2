import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"@tidemark/state-manager","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/index.md","filePath":"api/@tidemark/state-manager/index.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../">API</a> / @tidemark/state-manager</p><h1 id="tidemark-state-manager" tabindex="-1">@tidemark/state-manager <a class="header-anchor" href="#tidemark-state-manager" aria-label="Permalink to &quot;@tidemark/state-manager&quot;">​</a></h1><p>The life of a value in a LangGraph.js state: turns, proposals and commits, sessions, budgets, migrations.</p><h2 id="modules" tabindex="-1">Modules <a class="header-anchor" href="#modules" aria-label="Permalink to &quot;Modules&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Module</th><th>Description</th></tr></thead><tbody><tr><td><a href="./main/">main</a></td><td>What <code>import { … } from &quot;@tidemark/<wbr>state-manager&quot;</code> gives.</td></tr><tr><td><a href="./compat/">compat</a></td><td>What <code>import { … } from &quot;@tidemark/<wbr>state-manager/<wbr>compat&quot;</code> gives.</td></tr><tr><td><a href="./internal/">internal</a></td><td>What <code>import { … } from &quot;@tidemark/<wbr>state-manager/<wbr>internal&quot;</code> gives.</td></tr><tr><td><a href="./internal/langgraph/">internal/langgraph</a></td><td>What <code>import { … } from &quot;@tidemark/<wbr>state-manager/<wbr>internal/<wbr>langgraph&quot;</code> gives.</td></tr><tr><td><a href="./langgraph/">langgraph</a></td><td>What <code>import { … } from &quot;@tidemark/<wbr>state-manager/<wbr>langgraph&quot;</code> gives.</td></tr><tr><td><a href="./testing/">testing</a></td><td>What <code>import { … } from &quot;@tidemark/<wbr>state-manager/<wbr>testing&quot;</code> gives.</td></tr></tbody></table></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
