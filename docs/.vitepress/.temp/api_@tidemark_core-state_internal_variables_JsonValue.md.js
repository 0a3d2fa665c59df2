import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Variable: JsonValue","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/core-state/internal/variables/JsonValue.md","filePath":"api/@tidemark/core-state/internal/variables/JsonValue.md"}');
const _sfc_main = { name: "api/@tidemark/core-state/internal/variables/JsonValue.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/core-state</a> / <a href="./../">internal</a> / JsonValue</p><h1 id="variable-jsonvalue" tabindex="-1">Variable: JsonValue <a class="header-anchor" href="#variable-jsonvalue" aria-label="Permalink to &quot;Variable: JsonValue&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">const</span><span style="--shiki-light:#005CC5;--shiki-dark:#79B8FF;"> JsonValue</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">:</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> ZodUnknown</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/core-state/src/schemas/json-value.ts#L9" target="_blank" rel="noreferrer">core-state/src/schemas/json-value.ts:9</a></p><p>Any plain JSON value; what a checkpoint would change is refused with the path of the first such value.</p><p>The type is <code>unknown</code>, not a recursive JSON type, so that values of an <code>interface</code> can be written without a cast.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/core-state/internal/variables/JsonValue.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const JsonValue = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  JsonValue as default
};
