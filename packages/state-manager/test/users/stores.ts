import { type BaseStore, InMemoryStore, type Operation, type OperationResults } from "@langchain/langgraph-checkpoint";
import { BaseStore as Base } from "@langchain/langgraph-checkpoint";

/** A store of somebody else: it has no transaction, and other calls run between its reads and its writes. */
export class ForeignStore extends Base {
  readonly #inner: BaseStore;
  readonly #pause: () => Promise<void>;

  constructor(
    inner: BaseStore = new InMemoryStore(),
    pause = () => new Promise<void>((resolve) => setImmediate(resolve)),
  ) {
    super();
    this.#inner = inner;
    this.#pause = pause;
  }

  override async batch<Operations extends Operation[]>(operations: Operations): Promise<OperationResults<Operations>> {
    await this.#pause();
    const results = await this.#inner.batch(operations);
    await this.#pause();
    return results;
  }
}
