import type { BaseStore } from "@langchain/langgraph-checkpoint";
import { userKey } from "./user-key.ts";
import { deleteUser } from "./user-store.graph.ts";

/**
 * Deletes all values of fields with the lifetime `user` of one user from a store.
 *
 * Other items of the store stay, and so does a mark without values under the id of the user: a turn that began before cannot store what it
 * writes, however late it ends. Checkpoints of conversations contain copies of the values until the thread is deleted; the next turn of a thread replaces
 * them with the defaults. An invalid id throws `state-manager/invalidUserId`.
 *
 * @example
 * ```ts
 * import { InMemoryStore } from "@langchain/langgraph";
 * import { forgetUser } from "tidemark/checkpoint";
 *
 * const store = new InMemoryStore();
 * await forgetUser(store, "ann");
 * console.log((await store.search([])).map(({ value }) => value["fields"])); // [ {} ]
 * ```
 */
export const forgetUser = (store: BaseStore, userId: string): Promise<void> => deleteUser(store, userKey(userId));
