import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Interface: TurnUpdate","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/internal/interfaces/TurnUpdate.md","filePath":"api/@tidemark/state-manager/internal/interfaces/TurnUpdate.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/internal/interfaces/TurnUpdate.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/state-manager</a> / <a href="./../">internal</a> / TurnUpdate</p><h1 id="interface-turnupdate" tabindex="-1">Interface: TurnUpdate <a class="header-anchor" href="#interface-turnupdate" aria-label="Permalink to &quot;Interface: TurnUpdate&quot;">​</a></h1><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/turns/turn.ts#L33" target="_blank" rel="noreferrer">state-manager/src/turns/turn.ts:33</a></p><p>Update that starts a turn, with the names of the fields to replace instead of reduce.</p><h2 id="properties" tabindex="-1">Properties <a class="header-anchor" href="#properties" aria-label="Permalink to &quot;Properties&quot;">​</a></h2><h3 id="replaced" tabindex="-1">replaced <a class="header-anchor" href="#replaced" aria-label="Permalink to &quot;replaced&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly </span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">replaced</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: ReadonlySet</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">&lt;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">string</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">&gt;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/turns/turn.ts#L35" target="_blank" rel="noreferrer">state-manager/src/turns/turn.ts:35</a></p><hr><h3 id="update" tabindex="-1">update <a class="header-anchor" href="#update" aria-label="Permalink to &quot;update&quot;">​</a></h3><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">readonly </span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">update</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">: Values;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/turns/turn.ts#L34" target="_blank" rel="noreferrer">state-manager/src/turns/turn.ts:34</a></p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/internal/interfaces/TurnUpdate.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const TurnUpdate = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  TurnUpdate as default
};
