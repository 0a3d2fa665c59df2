import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: UpdateOptions","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/core-state/internal/interfaces/UpdateOptions.md","filePath":"api/@tidemark/core-state/internal/interfaces/UpdateOptions.md"}');
const _sfc_main = { name: "api/@tidemark/core-state/internal/interfaces/UpdateOptions.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/core-state</a> / <a href="./../">internal</a> / UpdateOptions</p><h1 id="interface-updateoptions" tabindex="-1">Interface: UpdateOptions <a class="header-anchor" href="#interface-updateoptions" aria-label="Permalink to &quot;Interface: UpdateOptions&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/core-state/src/update.ts#L17" target="_blank" rel="noreferrer">core-state/src/update.ts:17</a></p><p>Who wants to write, when that is known; without it, ownership is not checked.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="agent" tabindex="-1">agent? <a class="header-anchor" href="#agent" aria-label="Permalink to &quot;agent?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly agent</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> string;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/core-state/src/update.ts#L19" target="_blank" rel="noreferrer">core-state/src/update.ts:19</a></p><p>The agent or node whose update it is: fields that belong to others are refused.</p><hr><h3 id="roles" tabindex="-1">roles? <a class="header-anchor" href="#roles" aria-label="Permalink to &quot;roles?&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly roles</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">?:</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;"> readonly string[];</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/core-state/src/update.ts#L21" target="_blank" rel="noreferrer">core-state/src/update.ts:21</a></p><p>Further owners in whose name the agent writes: an orchestrator that is the root has <code>[&quot;root&quot;]</code>.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/core-state/internal/interfaces/UpdateOptions.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const UpdateOptions = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  UpdateOptions as default
};
