import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { entryIn } from "../tools/tool-entry.ts";
import type { LoopResources, LoopRuntime } from "../tools/loop-work.graph.ts";
import type { HandoffRecord } from "@tidemark/core-state";
import { checkWindow, type ConversationWindow } from "../conversation/conversation-view.graph.ts";
import { privately } from "../kernel/private-tags.ts";
import { addedMessages } from "./loop.graph.ts";
import { loopMessages, shownFields, withoutMark } from "./loop-input.graph.ts";

/** A runnable on messages: an agent of LangChain, a compiled graph. */
export interface MessagesRunnable {
  // Method syntax: each agent types its own input and config.
  invoke(input: never, config?: never): Promise<unknown>;
}

/** Runtime of an agent with a runnable. */
interface RunnableRuntime extends LoopRuntime {
  readonly received: HandoffRecord | null;
  readonly loop: LoopResources;
}

/** Declaration of such an agent. */
interface RunnableAgentOptions {
  readonly name: string;
  readonly writes: readonly string[];
  readonly visible?: boolean | undefined;
  /** Narrows the window of the graph. */
  readonly window?: ConversationWindow | undefined;
}

/**
 * Makes the work of an agent that a runnable does. It gets the conversation and the run's config, so that it streams, pauses and resumes
 * as a part of this graph. Its new messages are the answer, and so is whatever else it returns under a name in `writes`.
 */
export function runnableRun(
  runnable: MessagesRunnable,
  { name: agent, writes, visible = true, window }: RunnableAgentOptions,
): (read: object, runtime: RunnableRuntime) => Promise<object> {
  checkWindow(window);
  return async (read, runtime) => {
    const { values, meter } = runtime.loop;
    const task = values.task_current_task ?? values.task_user_input ?? null;
    const shown = shownFields(read, runtime.loop, window);
    const given = loopMessages({ read: shown, step: runtime.step, received: runtime.received, task });
    meter?.skip(given);
    const { config } = runtime;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every runnable on messages takes these
    const result = await runnable.invoke({ messages: given } as never, (visible ? config : privately(config)) as never);
    const added: readonly BaseMessage[] = addedMessages(result, given).filter((each) => entryIn(each) === null);
    meter?.credit(added);
    const returned: readonly (readonly [string, unknown])[] = Object.entries(isPlainRecord(result) ? result : {});
    const more = returned.filter(([name]) => name !== "messages" && writes.includes(name));
    return {
      ...(visible && added.length > 0 && { messages: added.map((each) => named(each, agent)) }),
      ...Object.fromEntries(more),
    };
  };
}

/** A message of the runnable, in the name of the agent. */
function named(message: BaseMessage, agent: string): BaseMessage {
  const copy = withoutMark(message);
  if (AIMessage.isInstance(copy)) copy.name = agent;
  return copy;
}
