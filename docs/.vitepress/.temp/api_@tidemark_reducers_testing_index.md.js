import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"testing","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/reducers/testing/index.md","filePath":"api/@tidemark/reducers/testing/index.md"}');
const _sfc_main = { name: "api/@tidemark/reducers/testing/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../">API</a> / <a href="./../">@tidemark/reducers</a> / testing</p><h1 id="testing" tabindex="-1">testing <a class="header-anchor" href="#testing" aria-label="Permalink to &quot;testing&quot;">​</a></h1><p>What <code>import { … } from &quot;@tidemark/<wbr>reducers/<wbr>testing&quot;</code> gives.</p><h2 id="interfaces" tabindex="-1">Interfaces <a class="header-anchor" href="#interfaces" aria-label="Permalink to &quot;Interfaces&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Interface</th><th>Description</th></tr></thead><tbody><tr><td><a href="./interfaces/Law">Law</a></td><td>One law of one reducer, ready to check.</td></tr><tr><td><a href="./interfaces/LawSubject">LawSubject</a></td><td>Reducer to test, with generators for its values and updates.</td></tr><tr><td><a href="./interfaces/TestLawsOptions">TestLawsOptions</a></td><td>Options of <a href="./functions/testLaws">testLaws</a>.</td></tr></tbody></table></div><h2 id="type-aliases" tabindex="-1">Type Aliases <a class="header-anchor" href="#type-aliases" aria-label="Permalink to &quot;Type Aliases&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Type Alias</th><th>Description</th></tr></thead><tbody><tr><td><a href="./type-aliases/LawName">LawName</a></td><td>Name of a law that a reducer can satisfy. See <a href="./functions/lawsOf">lawsOf</a>.</td></tr><tr><td><a href="./type-aliases/RegisterTest">RegisterTest</a></td><td>Function that registers one test, such as <code>test</code> of Vitest, Jest, Bun and <code>node:test</code>.</td></tr></tbody></table></div><h2 id="functions" tabindex="-1">Functions <a class="header-anchor" href="#functions" aria-label="Permalink to &quot;Functions&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Function</th><th>Description</th></tr></thead><tbody><tr><td><a href="./functions/lawsOf">lawsOf</a></td><td>Creates the checks for laws of a reducer, without a test runner. Each <code>check</code> throws with a counterexample if the reducer breaks the law.</td></tr><tr><td><a href="./functions/testLaws">testLaws</a></td><td>Registers one test for each law, titled <code>law: identity</code> and so on.</td></tr></tbody></table></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/reducers/testing/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
