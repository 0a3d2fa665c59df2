import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Threads are held by lease rows, also in Postgres","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-leases-instead-of-advisory-locks.md","filePath":"decisions/2026-11-21-leases-instead-of-advisory-locks.md"}');
const _sfc_main = { name: "decisions/2026-11-21-leases-instead-of-advisory-locks.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="threads-are-held-by-lease-rows-also-in-postgres" tabindex="-1">Threads are held by lease rows, also in Postgres <a class="header-anchor" href="#threads-are-held-by-lease-rows-also-in-postgres" aria-label="Permalink to &quot;Threads are held by lease rows, also in Postgres&quot;">​</a></h1><p>Status: accepted</p><p>One writer at a time per thread, across processes. Postgres has advisory locks for such things, which cost no table. They belong to a connection, and that is what is wrong with them here:</p><ul><li>a process that freezes keeps its connection, and with it the lock, for as long as the server likes;</li><li>a process that lost its connection has lost the lock too, is told nothing, and goes on writing through another one of its pool;</li><li>there is no number that grows, so nobody can tell a late write from a timely one;</li><li>a pool or a proxy that shares connections between transactions gives the lock to whoever comes next.</li></ul><p>So a lease is a row: thread, holder, end by the clock of the database, and a token that grows with each lease. The holder renews it at a third of its time. Every checkpoint of a turn carries the token, and a trigger on the tables of the stock saver refuses a smaller one in the statement that would store it, so there is no moment between the question and the write. SQLite does the same.</p><p>The cost: one table, one trigger on a table of somebody else, a short write at the begin and end of a turn. A write without a token passes, so that other programs are not locked out. An advisory lock is used in one place, inside one transaction: to create the table once.</p><p>Considered: advisory locks with a heartbeat (the four points stay), a lock service such as Redis (a second system that can disagree with the one that holds the data), <code>SELECT … FOR UPDATE</code> over a whole turn (a transaction as long as a model thinks).</p></div>`);
}
const _sfc_setup = _sfc_main.setup;
_sfc_main.setup = (props, ctx) => {
  const ssrContext = useSSRContext();
  (ssrContext.modules || (ssrContext.modules = /* @__PURE__ */ new Set())).add("decisions/2026-11-21-leases-instead-of-advisory-locks.md");
  return _sfc_setup ? _sfc_setup(props, ctx) : void 0;
};
const _20261121LeasesInsteadOfAdvisoryLocks = /* @__PURE__ */ _export_sfc(_sfc_main, [["ssrRender", _sfc_ssrRender]]);
export {
  __pageData,
  _20261121LeasesInsteadOfAdvisoryLocks as default
};
