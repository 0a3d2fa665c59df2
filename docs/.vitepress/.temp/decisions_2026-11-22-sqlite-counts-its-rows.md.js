import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"SQLite counts its rows in a separate table","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-22-sqlite-counts-its-rows.md","filePath":"decisions/2026-11-22-sqlite-counts-its-rows.md"}');
const _sfc_main = { name: "decisions/2026-11-22-sqlite-counts-its-rows.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="sqlite-counts-its-rows-in-a-separate-table" tabindex="-1">SQLite counts its rows in a separate table <a class="header-anchor" href="#sqlite-counts-its-rows-in-a-separate-table" aria-label="Permalink to &quot;SQLite counts its rows in a separate table&quot;">​</a></h1><p>Status: accepted</p><p>A checksum detects a damaged row. It does not detect a missing row: a broken page of a table or of an index can make a list shorter, or make a thread look new.</p><p>The saver for SQLite stores the number of checkpoints, and the number of the newest one, in a separate table (<code>tidemark_<wbr>counts</code>), written by triggers in the same transaction. Reads compare the rows with it. This costs about 4 bytes per step and no further query on a cold read. If both the rows and their count are damaged, they can still match.</p><p>Postgres has page checksums, which we recommend, and our savers do not count rows there: a counter that every writer of a thread updates would add one row version per step.</p></div>`);
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
