import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: AccessDescriptionOptions","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/internal/interfaces/AccessDescriptionOptions.md","filePath":"api/@tidemark/state-manager/internal/interfaces/AccessDescriptionOptions.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/internal/interfaces/AccessDescriptionOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/state-manager</a> / <a href="./../">internal</a> / AccessDescriptionOptions</p><h1 id="interface-accessdescriptionoptions" tabindex="-1">Interface: AccessDescriptionOptions <a class="header-anchor" href="#interface-accessdescriptionoptions" aria-label="Permalink to &quot;Interface: AccessDescriptionOptions&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/contexts/access.ts#L9" target="_blank" rel="noreferrer">state-manager/src/contexts/access.ts:9</a></p><p>Options of <code>describeAccess</code>.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="mostpertype" tabindex="-1">mostPerType? <a class="header-anchor" href="#mostpertype" aria-label="Permalink to &quot;mostPerType?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly mostPerType</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> number;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/contexts/access.ts#L13" target="_blank" rel="noreferrer">state-manager/src/contexts/access.ts:13</a></p><p>Maximum number of contexts per type; the newest are kept. Defaults to 50.</p><hr><h3 id="types" tabindex="-1">types? <a class="header-anchor" href="#types" aria-label="Permalink to &quot;types?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly types</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> readonly string[];</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/contexts/access.ts#L11" target="_blank" rel="noreferrer">state-manager/src/contexts/access.ts:11</a></p><p>Types to describe. Defaults to all.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/internal/interfaces/AccessDescriptionOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const AccessDescriptionOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  AccessDescriptionOptions as default
};
