import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"tidemark","description":"","frontmatter":{},"headers":[],"relativePath":"api/tidemark/index.md","filePath":"api/tidemark/index.md"}');
const _sfc_main = { name: "api/tidemark/index.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../">API</a> / tidemark</p><h1 id="tidemark" tabindex="-1">tidemark <a class="header-anchor" href="#tidemark" aria-label="Permalink to &quot;tidemark&quot;">​</a></h1><p>Typed, owned, turn-scoped state for LangGraph.js agents: agents propose, one writer commits.</p><h2 id="modules" tabindex="-1">Modules <a class="header-anchor" href="#modules" aria-label="Permalink to &quot;Modules&quot;">​</a></h2><div class="wide" tabindex="0"><table tabindex="0"><thead><tr><th>Module</th><th>Description</th></tr></thead><tbody><tr><td><a href="./main/">main</a></td><td>What <code>import { … } from &quot;tidemark&quot;</code> gives.</td></tr><tr><td><a href="./ag-ui/">ag-ui</a></td><td>What <code>import { … } from &quot;tidemark/<wbr>ag-ui&quot;</code> gives.</td></tr><tr><td><a href="./checkpoint/">checkpoint</a></td><td>What <code>import { … } from &quot;tidemark/<wbr>checkpoint&quot;</code> gives.</td></tr><tr><td><a href="./compat/">compat</a></td><td>What <code>import { … } from &quot;tidemark/<wbr>compat&quot;</code> gives.</td></tr><tr><td><a href="./conversation/">conversation</a></td><td>What <code>import { … } from &quot;tidemark/<wbr>conversation&quot;</code> gives.</td></tr><tr><td><a href="./errors/">errors</a></td><td>What <code>import { … } from &quot;tidemark/<wbr>errors&quot;</code> gives.</td></tr><tr><td><a href="./hono/">hono</a></td><td>What <code>import { … } from &quot;tidemark/<wbr>hono&quot;</code> gives.</td></tr><tr><td><a href="./postgres/">postgres</a></td><td>What <code>import { … } from &quot;tidemark/<wbr>postgres&quot;</code> gives.</td></tr><tr><td><a href="./rules/">rules</a></td><td>What <code>import { … } from &quot;tidemark/<wbr>rules&quot;</code> gives.</td></tr><tr><td><a href="./schemas/">schemas</a></td><td>What <code>import { … } from &quot;tidemark/<wbr>schemas&quot;</code> gives.</td></tr><tr><td><a href="./sqlite/">sqlite</a></td><td>What <code>import { … } from &quot;tidemark/<wbr>sqlite&quot;</code> gives.</td></tr><tr><td><a href="./stream/">stream</a></td><td>What <code>import { … } from &quot;tidemark/<wbr>stream&quot;</code> gives.</td></tr><tr><td><a href="./testing/">testing</a></td><td>What <code>import { … } from &quot;tidemark/<wbr>testing&quot;</code> gives.</td></tr></tbody></table></div></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/tidemark/index.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const index = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  index as default
};
