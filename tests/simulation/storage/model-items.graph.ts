import { BaseStore, type Operation, type OperationResults } from "@langchain/langgraph-checkpoint";
import { COMPARE_AND_SET, type Swap } from "@tidemark/checkpoint/internal";
import type { ModelDatabase } from "./model-database.ts";

const placeOf = (namespace: readonly string[], key: string): string => [...namespace, key].join("/");

/** A store in memory that compares and writes in one transaction. */
export class ModelItems extends BaseStore {
  readonly #database: ModelDatabase;

  constructor(database: ModelDatabase) {
    super();
    this.#database = database;
  }

  override batch<Operations extends Operation[]>(operations: Operations): Promise<OperationResults<Operations>> {
    const run = () => operations.map((operation) => this.#run(operation));
    const places = operations.flatMap((each) => {
      if ("namespacePrefix" in each) return [each.namespacePrefix.join("/")];
      return "key" in each ? [placeOf(each.namespace, each.key)] : [];
    });
    const isWrite = operations.some((each) => "value" in each);
    const done: Promise<unknown> = isWrite
      ? this.#database.write(`writes ${places.join(", ")}`, places.join(), run)
      : this.#database.read(`reads ${places.join(", ")}`, run);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one result for each operation, of its kind
    return done as Promise<OperationResults<Operations>>;
  }

  readonly [COMPARE_AND_SET]: Swap = ({ namespace, key, etag, value }) => {
    const { items } = this.#database;
    const place = placeOf(namespace, key);
    return this.#database.write(`changes ${place}`, place, () => {
      const text = items.get(place);
      const found: unknown = text === undefined ? null : JSON.parse(text);
      if ((Reflect.get(Object(found), "etag") ?? null) !== etag) return false;
      items.set(place, JSON.stringify(value));
      return true;
    });
  };

  #run(operation: Operation): unknown {
    const { items } = this.#database;
    const at = new Date();
    if ("namespacePrefix" in operation) {
      const { namespacePrefix: namespace } = operation;
      const prefix = placeOf(namespace, "");
      const found = [...items].filter(([place]) => place.startsWith(prefix));
      return found.map(([place, text]) => ({
        namespace,
        key: place.slice(prefix.length),
        value: JSON.parse(text) as unknown,
        createdAt: at,
        updatedAt: at,
      }));
    }
    if (!("key" in operation)) throw new Error("The model of the store has no such operation.");
    const place = placeOf(operation.namespace, operation.key);
    if ("value" in operation) {
      if (operation.value === null) items.delete(place);
      else items.set(place, JSON.stringify(operation.value));
      return null;
    }
    const text = items.get(place);
    if (text === undefined) return null;
    const { namespace, key } = operation;
    return { namespace, key, value: JSON.parse(text) as unknown, createdAt: at, updatedAt: at };
  }
}
