import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Type Alias: Lifetime","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/core-state/internal/type-aliases/Lifetime.md","filePath":"api/@tidemark/core-state/internal/type-aliases/Lifetime.md"}');
const _sfc_main = { name: "api/@tidemark/core-state/internal/type-aliases/Lifetime.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/core-state</a> / <a href="./../">internal</a> / Lifetime</p><h1 id="type-alias-lifetime" tabindex="-1">Type Alias: Lifetime <a class="header-anchor" href="#type-alias-lifetime" aria-label="Permalink to &quot;Type Alias: Lifetime&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">type</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> Lifetime</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> =</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;turn&quot;</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> |</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;thread&quot;</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> |</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;transient&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/core-state/src/field.ts#L19" target="_blank" rel="noreferrer">core-state/src/field.ts:19</a></p><p>How long a value lives.</p><ul><li><code>turn</code>: until the next user message; survives interrupt, resume and crash.</li><li><code>thread</code>: for the life of the conversation.</li><li><code>transient</code>: within one run; never stored, and gone after a resume.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/core-state/internal/type-aliases/Lifetime.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const Lifetime = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  Lifetime as default
};
