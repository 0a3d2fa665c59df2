import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Type Alias: KilledUpdate","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/agents/internal/type-aliases/KilledUpdate.md","filePath":"api/@tidemark/agents/internal/type-aliases/KilledUpdate.md"}');
const _sfc_main = { name: "api/@tidemark/agents/internal/type-aliases/KilledUpdate.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/agents</a> / <a href="./../">internal</a> / KilledUpdate</p><h1 id="type-alias-killedupdate" tabindex="-1">Type Alias: KilledUpdate <a class="header-anchor" href="#type-alias-killedupdate" aria-label="Permalink to &quot;Type Alias: KilledUpdate&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">type</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> KilledUpdate</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> =</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> Pick</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&lt;</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;">SeedStateValue</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">, </span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;">&quot;control_is_killed&quot;</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> |</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;control_kill_reason&quot;</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> |</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;execution_total_time&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">&gt;;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/agents/src/limits/kill.ts#L6" target="_blank" rel="noreferrer">agents/src/limits/kill.ts:6</a></p><p>What stopping a run writes; everything found so far stays.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/agents/internal/type-aliases/KilledUpdate.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const KilledUpdate = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  KilledUpdate as default
};
