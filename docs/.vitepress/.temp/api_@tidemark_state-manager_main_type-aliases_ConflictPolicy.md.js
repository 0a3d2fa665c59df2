import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Type Alias: ConflictPolicy","description":"","frontmatter":{},"headers":[],"relativePath":"api/@tidemark/state-manager/main/type-aliases/ConflictPolicy.md","filePath":"api/@tidemark/state-manager/main/type-aliases/ConflictPolicy.md"}');
const _sfc_main = { name: "api/@tidemark/state-manager/main/type-aliases/ConflictPolicy.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><p><a href="./../../../../">API</a> / <a href="./../../">@tidemark/state-manager</a> / <a href="./../">main</a> / ConflictPolicy</p><h1 id="type-alias-conflictpolicy" tabindex="-1">Type Alias: ConflictPolicy <a class="header-anchor" href="#type-alias-conflictpolicy" aria-label="Permalink to &quot;Type Alias: ConflictPolicy&quot;">​</a></h1><div class="language-ts vp-adaptive-theme"><button title="Copy Code" class="copy"></button><span class="lang">ts</span><pre class="shiki shiki-themes github-light github-dark vp-code" tabindex="0"><code><span class="line"><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;">type</span><span style="--shiki-light:#6F42C1;--shiki-dark:#B392F0;"> ConflictPolicy</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> =</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;reject&quot;</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> |</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;rebase&quot;</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> |</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;keepBoth&quot;</span><span style="--shiki-light:#D73A49;--shiki-dark:#F97583;"> |</span><span style="--shiki-light:#032F62;--shiki-dark:#9ECBFF;"> &quot;ask&quot;</span><span style="--shiki-light:#24292E;--shiki-dark:#E1E4E8;">;</span></span></code></pre></div><p>Defined in: <a href="https://github.com/tidemark-js/tidemark/blob/main/packages/state-manager/src/ownership/conflict-policy.ts#L12" target="_blank" rel="noreferrer">state-manager/src/ownership/conflict-policy.ts:12</a></p><p>Handling of a change whose field has changed since the proposer read it.</p><ul><li><code>reject</code>: the change is refused as <code>stale</code> or <code>conflict</code>.</li><li><code>rebase</code>: the change is applied to the newer value if nothing can be lost: an update through the field&#39;s reducer, edits whose places are unchanged. Otherwise it is refused.</li><li><code>keepBoth</code>: both values are kept, and the proposal stays open until the writer chooses.</li><li><code>ask</code>: a person is asked, and the proposal stays open until they answer.</li></ul></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("api/@tidemark/state-manager/main/type-aliases/ConflictPolicy.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const ConflictPolicy = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  ConflictPolicy as default
};
