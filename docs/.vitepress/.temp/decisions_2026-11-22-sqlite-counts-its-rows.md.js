import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SQLite counts its rows apart from themselves","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-22-sqlite-counts-its-rows.md","filePath":"decisions/2026-11-22-sqlite-counts-its-rows.md"}');
const _sfc_main = { name: "decisions/2026-11-22-sqlite-counts-its-rows.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="sqlite-counts-its-rows-apart-from-themselves" tabindex="-1">SQLite counts its rows apart from themselves <a class="header-anchor" href="#sqlite-counts-its-rows-apart-from-themselves" aria-label="Permalink to &quot;SQLite counts its rows apart from themselves&quot;">​</a></h1><p>Status: accepted</p><p>A checksum finds a row that damage has changed. It does not find a row that damage has hidden: a broken page of a table or of an index made a list shorter, or a thread look new.</p><p>The saver for SQLite keeps a count of checkpoints, and the number of the newest, in a table of its own (<code>tidemark_<wbr>counts</code>), written by triggers in the same transaction. Reads compare with it. This costs about 4 bytes per step and no further query on a cold read. Two damages at once, of the rows and of their count, can still agree.</p><p>Postgres has checksums of its pages, which we recommend, and our savers do not count rows there: a counter that every writer of a thread updates would be one more row version per step.</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-22-sqlite-counts-its-rows.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261122SqliteCountsItsRows = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261122SqliteCountsItsRows as default
};
