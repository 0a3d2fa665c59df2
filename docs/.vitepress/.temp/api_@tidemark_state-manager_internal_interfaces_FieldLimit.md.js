import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: FieldLimit","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/internal/interfaces/FieldLimit.md","filePath":"api/@tidemark/state-manager/internal/interfaces/FieldLimit.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/internal/interfaces/FieldLimit.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/state-manager</a> / <a href="./../">internal</a> / FieldLimit</p><h1 id="interface-fieldlimit" tabindex="-1">Interface: FieldLimit <a class="header-anchor" href="#interface-fieldlimit" aria-label="Permalink to &quot;Interface: FieldLimit&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/kernel/development.ts#L31" target="_blank" rel="noreferrer">state-manager/src/kernel/development.ts:31</a></p><p>Maximum size of a field.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="bytes" tabindex="-1">bytes? <a class="header-anchor" href="#bytes" aria-label="Permalink to &quot;bytes?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly bytes</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> number;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/kernel/development.ts#L35" target="_blank" rel="noreferrer">state-manager/src/kernel/development.ts:35</a></p><p>Bytes of UTF-8 JSON.</p><hr><h3 id="entries" tabindex="-1">entries? <a class="header-anchor" href="#entries" aria-label="Permalink to &quot;entries?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly entries</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> number;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/kernel/development.ts#L33" target="_blank" rel="noreferrer">state-manager/src/kernel/development.ts:33</a></p><p>Entries of a list or a record.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/internal/interfaces/FieldLimit.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const FieldLimit = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  FieldLimit as default
};
