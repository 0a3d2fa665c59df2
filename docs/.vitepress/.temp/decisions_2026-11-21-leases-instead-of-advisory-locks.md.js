import { ssrRenderAttrs } from "vue/server-renderer";
import { useSSRContext } from "vue";
import { _ as _export_sfc } from "./plugin-vue_export-helper.1tPrXgE0.js";
const __pageData = JSON.parse('{"title":"Threads are locked with lease rows, even in Postgres","description":"","frontmatter":{},"headers":[],"relativePath":"decisions/2026-11-21-leases-instead-of-advisory-locks.md","filePath":"decisions/2026-11-21-leases-instead-of-advisory-locks.md"}');
const _sfc_main = { name: "decisions/2026-11-21-leases-instead-of-advisory-locks.md" };
function _sfc_ssrRender(_ctx, _push, _parent, _attrs, $props, $setup, $data, $options) {
  _push(`<div${ssrRenderAttrs(_attrs)}><h1 id="threads-are-locked-with-lease-rows-even-in-postgres" tabindex="-1">Threads are locked with lease rows, even in Postgres <a class="header-anchor" href="#threads-are-locked-with-lease-rows-even-in-postgres" aria-label="Permalink to &quot;Threads are locked with lease rows, even in Postgres&quot;">​</a></h1><p>Status: accepted</p><p>Only one process may write to a thread at a time. Postgres has advisory locks for this purpose, which need no table. They belong to a connection, which causes four problems here:</p><ul><li>a paused process keeps its connection, and with it the lock, for as long as the server allows;</li><li>a process that loses its connection also loses the lock, gets no notification, and continues to write through another connection of its pool;</li><li>no number increases with each lock, so a late write cannot be recognized;</li><li>a pool or proxy that shares connections between transactions passes the lock to the next client.</li></ul><p>So a lease is a row with the thread, the owner, an expiry time by the clock of the database, and a token that increases with each lease. The owner renews it after a third of its duration. Every checkpoint of a turn contains the token, and a trigger on the tables of the built-in saver refuses a lower token in the same statement that stores the checkpoint. There is no gap between check and write. SQLite works in the same way.</p><p>The cost: one table, one trigger on a table that belongs to LangGraph, and a short write at the start and the end of a turn. A write without a token is allowed, so that other programs are not locked out. An advisory lock is used in one place, inside one transaction: to create the table once.</p><p>Considered: advisory locks with a heartbeat (the four problems remain), a lock service such as Redis (a second system that can disagree with the database), and <code>SELECT … FOR UPDATE</code> for a whole turn (a transaction as long as a model call).</p></div>`);
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
