import type { RunnableConfig } from "@langchain/core/runnables";
import type {
  BaseCheckpointSaver,
  ChannelVersions,
  Checkpoint,
  CheckpointMetadata,
  CheckpointTuple,
} from "@langchain/langgraph-checkpoint";
import { WrappedSaver } from "./wrapped-saver.graph.ts";

type Kept = Readonly<Record<string, unknown>>;

/**
 * Saver that keeps the values of fields that a graph does not declare. LangGraph omits them from new checkpoints.
 *
 * A thread that was written with more fields than the current state loses none of them; a state that declares them again can
 * read them. A migration that drops a field removes its value.
 *
 * @internal
 */
export class KeepingSaver extends WrappedSaver {
  readonly #channels: object;
  /** Values of undeclared fields in the last checkpoint that was read or written. */
  #last: { readonly checkpointId: string; readonly kept: Kept } | null = null;

  constructor(saver: BaseCheckpointSaver, channels: object) {
    super(saver);
    this.#channels = channels;
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const tuple = await super.getTuple(config);
    if (tuple !== undefined && isRoot(config)) {
      this.#last = { checkpointId: tuple.checkpoint.id, kept: this.#undeclared(tuple.checkpoint) };
    }
    return tuple;
  }

  override async put(
    config: RunnableConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
    newVersions: ChannelVersions,
  ): Promise<RunnableConfig> {
    const parentId: unknown = config.configurable?.["checkpoint_id"];
    if (!isRoot(config) || typeof parentId !== "string") return super.put(config, checkpoint, metadata, newVersions);
    if (this.#last?.checkpointId !== parentId) await this.getTuple(config);
    const kept = this.#last?.checkpointId === parentId ? this.#last.kept : {};
    this.#last = { checkpointId: checkpoint.id, kept };
    if (Object.keys(kept).length === 0) return super.put(config, checkpoint, metadata, newVersions);
    const whole = { ...checkpoint, channel_values: { ...kept, ...checkpoint.channel_values } };
    return super.put(config, whole, metadata, newVersions);
  }

  #undeclared({ channel_values: values }: Checkpoint): Kept {
    const names = Object.keys(values).filter((name) => !isOfLangGraph(name) && !Object.hasOwn(this.#channels, name));
    return Object.fromEntries(names.map((name) => [name, values[name]]));
  }
}

/** True for the graph itself, false for a subgraph. */
const isRoot = ({ configurable = {} }: RunnableConfig): boolean => (configurable["checkpoint_ns"] ?? "") === "";

/** True for LangGraph's own channels. */
const isOfLangGraph = (name: string): boolean => name.startsWith("__") || name.startsWith("branch:");
