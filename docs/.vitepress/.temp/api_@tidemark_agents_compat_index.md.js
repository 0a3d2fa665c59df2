import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"compat","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/agents/compat/index.md","filePath":"api/@tidemark/agents/compat/index.md"}');
const _sfc_main = { name: "api/@tidemark/agents/compat/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../">API</a> / <a href="./../">@tidemark/agents</a> / compat</p><h1 id="compat" tabindex="-1">compat <a class="header-anchor" href="#compat" aria-label="Permalink to &quot;compat&quot;">​</a></h1><p>What <code>import { … } from &quot;@tidemark/<wbr>agents/<wbr>compat&quot;</code> gives.</p><h2 id="classes" tabindex="-1">Classes <a class="header-anchor" href="#classes" aria-label="Permalink to &quot;Classes&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Class</th><th>Description</th></tr></thead><tbody><tr><td><a href="./classes/BaseAgent">BaseAgent</a></td><td>An agent as a class: a subclass says what it does in <code>execute</code>, and <code>asAgent</code> gives what <code>agentNode</code> and a registry take.</td></tr></tbody></table></div><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Function</th><th>Description</th></tr></thead><tbody><tr><td><a href="./functions/executePlan">executePlan</a></td><td>Carries out a plan, without a graph: no step before those it depends on, each tried as often as allowed and no oftener.</td></tr></tbody></table></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/agents/compat/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
