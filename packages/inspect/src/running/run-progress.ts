import { isPlainRecord, type Plain, plainValue } from "../values/plain-value.ts";
import { messageText } from "../history/messages.ts";

/** Node that a run has started. */
export interface NodeProgress {
  readonly id: string;
  readonly node: string;
  readonly state: "running" | "finished" | "failed" | "waiting";
}

/** Maximum number of characters of the words of a model that are shown while it speaks. The newest ones are kept. */
const LONGEST_WORDS = 4_000;

/** Maximum number of nodes that are shown. The newest ones are kept. */
const MOST_NODES = 40;

/** Progress of a run, read from LangGraph's streams `tasks` and `messages`. */
export class RunProgress {
  readonly #nodes = new Map<string, NodeProgress>();
  #speaker: { readonly node: string; readonly message: string } | null = null;
  #words = "";

  get nodes(): readonly NodeProgress[] {
    return [...this.#nodes.values()].slice(-MOST_NODES);
  }

  /** Words of the model that speaks, or has spoken last. Null before the first. */
  get words(): { readonly node: string; readonly text: string } | null {
    return this.#speaker === null ? null : { node: this.#speaker.node, text: this.#words };
  }

  /** Notes a chunk of the stream: the namespace of a subgraph, the mode, and what it says. Ignores what it does not know. */
  note(chunk: unknown): void {
    if (!Array.isArray(chunk)) return;
    const parts: readonly unknown[] = chunk;
    const [namespace, mode, payload] = parts.length === 3 ? parts : [[], ...parts];
    if (mode === "tasks" && Array.isArray(namespace) && namespace.length === 0) this.#task(payload);
    if (mode === "messages" && Array.isArray(payload)) this.#message(payload);
  }

  #task(payload: unknown): void {
    if (typeof payload !== "object" || payload === null) return;
    const read = (name: string): unknown => Reflect.get(payload, name);
    const [id, node, error, interrupts] = [read("id"), read("name"), read("error"), read("interrupts")];
    if (typeof id !== "string" || typeof node !== "string") return;
    const isEnd = Object.hasOwn(payload, "result") || error !== undefined;
    const isWaiting = Array.isArray(interrupts) && interrupts.length > 0;
    const ended = error !== undefined && error !== null ? "failed" : isWaiting ? "waiting" : "finished";
    this.#nodes.set(id, { id, node, state: isEnd ? ended : "running" });
  }

  #message([message, metadata]: readonly unknown[]): void {
    const plain: Plain = plainValue(message);
    const node: unknown =
      typeof metadata === "object" && metadata !== null ? Reflect.get(metadata, "langgraph_node") : "";
    if (!isPlainRecord(plain) || plain["type"] !== "ai") return;
    const id = typeof plain["id"] === "string" ? plain["id"] : "";
    if (this.#speaker === null || this.#speaker.message !== id) this.#words = "";
    this.#speaker = { node: typeof node === "string" ? node : "", message: id };
    this.#words = `${this.#words}${messageText(plain)}`.slice(-LONGEST_WORDS);
  }
}
