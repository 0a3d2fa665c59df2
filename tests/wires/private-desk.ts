// A graph in which everything that must not leave contains a marker. The text of the user selects what happens.
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import { type BaseCheckpointSaver, type BaseStore, interrupt } from "@langchain/langgraph";
import { extendState, field, fields } from "tidemark";
import { createAgentGraph, defineAgent } from "tidemark/agents";
import { SeedState } from "tidemark/seeds";
import { z } from "zod";

/** Part of every text that must not reach a user interface. */
export const MARK = "PRIVATE7391";

const text = (at: string) => ({ description: "A text.", schema: z.string(), default: () => `${MARK} ${at}` }) as const;

export const PrivateState = extendState(SeedState, {
  version: 1,
  fields: fields("desk", {
    shown: field({
      description: "Orders.",
      schema: z.array(z.string()),
      default: () => [],
      lifetime: "thread",
      ui: true,
    }),
    margin: field({ ...text("default"), lifetime: "thread" }),
    secret: field({ ...text("default"), lifetime: "turn", ui: false }),
    iban: field({ ...text("default"), lifetime: "user" }),
    note: field({ ...text("default"), lifetime: "thread", owner: ["root", "mail"] }),
    report: field({ ...text("default"), lifetime: "thread", owner: "reporter" }),
  }),
});

/** What a user can say. Each text is a case. */
export const CASES = [
  "hello",
  "look",
  "shown",
  "breaks",
  "visible breaks",
  "wrong arguments",
  "unknown tool",
  "propose",
  "hand over",
  "report",
  "refused words",
  "model fails",
  "agent fails",
  "parameters",
  "ask",
  "refund",
] as const;

/** Tools whose arguments and results are sent. */
export const VISIBLE_TOOLS = ["shown", "visible_breaks"];

interface Said {
  readonly content?: string;
  readonly call?: { readonly name: string; readonly args: object };
}

const secret = { of: `${MARK} argument` };

function answerTo(messages: readonly BaseMessage[]): readonly Said[] {
  const user = messages.findLast(({ type }) => type === "human")?.text ?? "";
  const called = messages
    .slice(messages.findLastIndex(({ type }) => type === "human"))
    .some(({ type }) => type === "tool");
  if (called) return [{ content: "It " }, { content: "is " }, { content: "done." }];
  const call = (name: string, args: object = secret): readonly Said[] => [
    { content: "Wait. " },
    { call: { name, args } },
  ];
  if (user.includes("visible breaks")) return call("visible_breaks", { of: "order" });
  if (user.includes("shown")) return call("shown", { of: "A-17" });
  if (user.includes("breaks")) return call("breaks");
  if (user.includes("wrong")) return call("look", { of: 5, more: `${MARK} wrong` });
  if (user.includes("unknown")) return call("nothing");
  if (user.includes("propose")) return call("propose");
  if (user.includes("hand over")) return call("transfer_to_mail", { reason: "user_request", payload: secret });
  if (user.includes("report")) return call("give_result", { desk_report: `${MARK} report` });
  if (user.includes("refused")) return [{ content: `The ${MARK} words.` }];
  if (user.includes("model fails")) throw new Error(`${MARK} model at /srv/app.ts:1`);
  if (user.includes("ask")) return call("ask");
  if (user.includes("refund")) return call("refund", { of: "B-1" });
  if (user.includes("wait")) return call("wait");
  if (user.includes("look")) return call("look");
  return [{ content: "Hello " }, { content: "there." }];
}

/** Model that says what the last message of the user asks for, piece by piece. */
class DeskModel extends BaseChatModel {
  _llmType(): string {
    return "desk";
  }

  override bindTools(): this {
    return this;
  }

  async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    let whole = new AIMessageChunk("");
    // oxlint-disable-next-line eslint/no-underscore-dangle -- the name that LangChain gives the method
    for await (const { message } of this._streamResponseChunks(messages, options)) {
      if (AIMessageChunk.isInstance(message)) whole = whole.concat(message);
    }
    return { generations: [{ message: whole, text: whole.text }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    _: this["ParsedCallOptions"],
    manager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const id = crypto.randomUUID();
    const pieces = answerTo(messages).flatMap(({ content = "", call }): readonly AIMessageChunk[] => {
      if (call === undefined) return [new AIMessageChunk({ id, content })];
      const args = JSON.stringify(call.args);
      const first = { id: `call-${id}`, name: call.name, args: args.slice(0, 9), index: 0 };
      return [first, { args: args.slice(9), index: 0 }].map(
        (chunk) => new AIMessageChunk({ id, content: "", tool_call_chunks: [{ ...chunk, type: "tool_call_chunk" }] }),
      );
    });
    for (const message of pieces) {
      const chunk = new ChatGenerationChunk({ message, text: message.text });
      yield chunk;
      await manager?.handleLLMNewToken(message.text, undefined, undefined, undefined, undefined, { chunk });
    }
  }
}

const stepsOf = (task: string) => {
  const parameters = task.includes("parameters") ? { parameters: secret } : {};
  const capability = task.includes("report") ? "reporter" : task.includes("agent fails") ? "failing" : "clerk";
  return [{ capability, taskObjective: task, ...parameters }];
};

/** Creates the graph. With its guardrail, words leave when they were checked; without it, as they come. Its tool `wait` waits until `goOn` resolves. */
export function privateDesk(
  checkpointer: BaseCheckpointSaver,
  store: BaseStore,
  goOn: (signal: AbortSignal) => Promise<unknown>,
  isGuarded = true,
) {
  const inputs = z.strictObject({ of: z.string() });
  const clerk = defineAgent(PrivateState, {
    name: "clerk",
    description: "Works.",
    reads: ["messages", "desk_shown", "desk_margin"],
    writes: ["desk_shown", "desk_margin", "desk_secret", "desk_iban"],
    proposes: ["desk_note"],
    handoffs: ["mail"],
    tools: {
      look: {
        description: "Looks.",
        inputs,
        run: (_, { update, config }) => {
          update({ desk_margin: `${MARK} margin`, desk_secret: `${MARK} secret`, desk_iban: `${MARK} iban` });
          const log = { type: "status", message: `${MARK} log`, progress: 0, complete: false, isInternal: true };
          config.writer?.(log);
          return { found: `${MARK} result` };
        },
      },
      shown: {
        description: "Shows.",
        inputs,
        run: ({ of }, { update, values }) => {
          update({ desk_shown: [...values.desk_shown, of] });
          return `${of} is shown.`;
        },
      },
      breaks: {
        description: "Throws.",
        inputs,
        run: () => {
          throw new Error(`${MARK} tool at /srv/app.ts:1`);
        },
      },
      visible_breaks: {
        description: "Throws, and is visible.",
        inputs,
        run: () => {
          throw new Error(`${MARK} visible tool at /srv/app.ts:1`);
        },
      },
      propose: {
        description: "Proposes.",
        inputs,
        run: (_, { propose }) => {
          propose({ desk_note: `${MARK} note` }, `${MARK} reason`);
          return "It is proposed.";
        },
      },
      ask: { description: "Asks.", inputs, run: () => `${String(interrupt({ question: "Which?" }))} ${MARK}` },
      refund: { description: "Refunds.", inputs, run: ({ of }) => `${of} is refunded. ${MARK} balance` },
      wait: { description: "Waits.", inputs, run: async (_, { signal }) => `${String(await goOn(signal))} ${MARK}` },
    },
    approvals: { refund: "always" },
  });
  const mail = defineAgent(PrivateState, {
    name: "mail",
    description: "Sends mail.",
    reads: [],
    writes: ["messages", "desk_note"],
    run: () => ({ desk_note: `${MARK} mail`, messages: [{ role: "assistant", content: "It is sent." }] }),
  });
  const reporter = defineAgent(PrivateState, {
    name: "reporter",
    description: "Reports.",
    reads: ["messages"],
    writes: ["desk_report"],
    output: z.object({ desk_report: z.string() }),
  });
  const failing = defineAgent(PrivateState, {
    name: "failing",
    description: "Fails.",
    reads: [],
    run: () => {
      throw new Error(`${MARK} agent at /srv/app.ts:1`);
    },
  });
  return createAgentGraph({
    state: PrivateState,
    model: new DeskModel({}),
    agents: [clerk, mail, reporter, failing],
    planner: ({ task }) => Promise.resolve(stepsOf(task)),
    responder: () => Promise.resolve("That is all."),
    ...(isGuarded && {
      guardrails: [
        {
          name: "words",
          beforeAnswer: ({ text: said }) => (said.includes(MARK) ? { refuse: "they are not for users" } : null),
        },
      ],
    }),
    checkpointer,
    store,
    onError: () => undefined,
  });
}
