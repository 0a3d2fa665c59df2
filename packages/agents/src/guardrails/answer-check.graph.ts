import { BaseMessage } from "@langchain/core/messages";
import type { AuditEntry } from "@tidemark/core-state";
import type { GuardrailRefusal } from "@tidemark/core-state/internal";
import { isPlainRecord, sameJson } from "@tidemark/reducers/internal";
import { digest, speakerOf, textOf } from "@tidemark/state-manager";
import type { NodeResult } from "@tidemark/state-manager/internal/langgraph";
import { type GuardMoment, type Guards, refusalOf, refusalText } from "./guards.graph.ts";
import type { Verdict } from "./guardrail.ts";
import { type CheckedArguments, inResult } from "./answer-fields.graph.ts";
import { withoutWords, withText } from "./checked-message.graph.ts";
import { asideOf, wordsOfArguments } from "./words.ts";

/** Key of an AI message's metadata: the check that its words have passed. */
export const CHECK = "tidemark_checked";

/** The node whose words are checked. */
export interface CheckedNode extends GuardMoment {
  readonly name: string;
}

/**
 * Checks the words of one run of a node before they are stored or streamed. Each text is checked once.
 *
 * A text that is refused is replaced by the refusal. Text that the thread already contains has been checked when it was written.
 */
export class AnswerCheck {
  readonly #guards: Guards;
  readonly #node: CheckedNode;
  /** Verdicts by text; null for a text that may leave. */
  readonly #verdicts = new Map<string, Promise<Verdict | null>>();
  /** Words of messages that need no check, by id. */
  readonly #known = new Map<string, string>();
  /** Words of the messages of the thread, by id. */
  #given: ReadonlyMap<string, string> | null = null;
  readonly #audit: AuditEntry[] = [];
  #refusal: GuardrailRefusal | null = null;
  #isAnswered = false;

  constructor(guards: Guards, node: CheckedNode) {
    this.#guards = guards;
    this.#node = node;
    const last: unknown = (node.values.messages ?? []).at(-1);
    if (speakerOf(last) === "assistant") this.#pass(textOf(last));
  }

  /** Returns a text as users may read it. */
  async text(text: string): Promise<string> {
    const verdict = await this.#verdict(text);
    if (verdict === null) return text;
    if (verdict.outcome === "refused") this.#refusal ??= refusalOf("answer", verdict);
    const passed = verdict.outcome === "refused" ? refusalText("answer", verdict) : (verdict.text ?? text);
    this.#pass(passed);
    return passed;
  }

  /**
   * Returns a message whose words have passed. What a model gives beside a text, such as its reasoning, is checked as another text, and
   * left out if it is not allowed as it is. Metadata that could contain words is left out.
   */
  async message<Message extends object>(message: Message): Promise<Message> {
    if (speakerOf(message) !== "assistant") return message;
    const text = textOf(message);
    const checked = await this.text(text);
    // What comes with a text can repeat it.
    if (checked !== text) return withText(message, checked);
    const aside = joined(asideOf(message));
    return (await this.#verdict(aside)) === null ? withoutWords(message) : withText(message, text);
  }

  /** Checks the words in arguments that a model gives to other agents or to people, together. Texts that are replaced are checked one by one. */
  async arguments(args: unknown): Promise<CheckedArguments> {
    const verdict = await this.#verdict(joined(wordsOfArguments(args)));
    if (verdict === null) return { ok: true, args };
    if (verdict.outcome === "refused") return { ok: false, refusal: refusalText("answer", verdict) };
    const refusals: Verdict[] = [];
    const next = async (value: unknown): Promise<unknown> => {
      if (typeof value === "string" || typeof value === "number") {
        const own = await this.#verdict(String(value));
        if (own?.outcome === "refused") refusals.push(own);
        return own === null ? value : (own.text ?? "");
      }
      if (Array.isArray(value)) return await Promise.all(value.map(next));
      if (!isPlainRecord(value)) return value;
      const entries = Object.entries(value).map(async ([key, each]) => [String(await next(key)), await next(each)]);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- pairs of a key and a value
      return Object.fromEntries((await Promise.all(entries)) as [string, unknown][]);
    };
    const replaced = await next(args);
    const [refusal] = refusals;
    if (refusal !== undefined) return { ok: false, refusal: refusalText("answer", refusal) };
    this.#pass(joined(wordsOfArguments(replaced)));
    return { ok: true, args: replaced };
  }

  /** Runs a check of a message, and returns it with a mark: the words have passed, and no later run checks them again. */
  async marked<Message extends BaseMessage>(check: () => Promise<Message>): Promise<Message> {
    const before = this.#audit.length;
    const message = await check();
    this.#mark(message, { audit: this.#audit.slice(before), checksCalls: true });
    return message;
  }

  /**
   * Returns a message as a graph that the node calls may store it. A message that is changed gets a mark, so that a later run of the node
   * knows the check.
   */
  async stored(message: object): Promise<object> {
    if (speakerOf(message) !== "assistant" || this.#isKnown(message)) return message;
    const checked = await this.message(message);
    // A message is stored several times, and checked once.
    const audit = [...this.#audit];
    if (checked !== message && BaseMessage.isInstance(checked)) this.#mark(checked, { audit, checksCalls: false });
    return checked;
  }

  #mark(message: BaseMessage, check: { readonly audit: readonly AuditEntry[]; readonly checksCalls: boolean }): void {
    const words = digest(marksOf(message));
    this.#passAll(message, check.checksCalls);
    const mark = { words, ...check, refusal: this.#refusal };
    message.response_metadata = { ...message.response_metadata, [CHECK]: mark };
    this.#known.set(message.id ?? "", words);
  }

  /** True for a message that has passed, and for one of the thread. */
  #isKnown(message: object): boolean {
    const id = String(Reflect.get(message, "id"));
    this.#given ??= new Map((this.#node.values.messages ?? []).map((each) => [String(each.id), contentOf(each)]));
    const isMarked = CHECK in Object(Reflect.get(message, "response_metadata"));
    return isMarked ? this.#known.get(id) === digest(marksOf(message)) : this.#given.get(id) === contentOf(message);
  }

  /** Reads the marks of messages that an earlier run has stored. */
  known(messages: readonly BaseMessage[]): void {
    for (const message of messages) {
      const mark: unknown = message.response_metadata[CHECK];
      const words = digest(marksOf(message));
      if (!isPlainRecord(mark) || this.#known.get(message.id ?? "") === words || mark["words"] !== words) continue;
      this.#known.set(message.id ?? "", words);
      this.#passAll(message, mark["checksCalls"] === true);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only `marked` writes under this key, and what a model gives is replaced there
      const { audit, refusal } = mark as unknown as {
        readonly audit: readonly AuditEntry[];
        readonly refusal: GuardrailRefusal | null;
      };
      this.#audit.push(...audit.filter((entry) => !this.#audit.some((each) => sameJson(each, entry))));
      this.#refusal ??= refusal;
    }
  }

  /** Returns the result of the node with words that have passed: messages of the assistant, the final answer, and handoffs. */
  async result(written: NodeResult): Promise<NodeResult> {
    const result = await inResult(written, this);
    this.#isAnswered = true;
    return result;
  }

  /** Fields about the checks. A node without a result has refused no answer. */
  record(): Readonly<Record<string, unknown>> {
    return {
      ...(this.#audit.length > 0 && { runtime_audit_log: this.#audit }),
      ...(this.#isAnswered && this.#refusal !== null && { control_refusal: this.#refusal }),
    };
  }

  /** Notes that a message has passed, with or without the arguments of its calls. */
  #passAll(message: BaseMessage, withCalls: boolean): void {
    const [text, aside, ...calls] = marksOf(message);
    for (const each of [text, aside, ...(withCalls ? calls : [])]) this.#pass(each ?? "");
  }

  #pass(text: string): void {
    this.#verdicts.set(text.trim(), Promise.resolve(null));
  }

  async #verdict(text: string): Promise<Verdict | null> {
    const key = text.trim();
    if (key === "") return null;
    const known = this.#verdicts.get(key);
    if (known !== undefined) return await known;
    const { name, ...moment } = this.#node;
    const deciding = this.#guards.answer(text, name, moment).then(({ verdict, audit }) => {
      this.#audit.push(...audit);
      return verdict?.outcome === "replaced" && verdict.text === text ? null : verdict;
    });
    this.#verdicts.set(key, deciding);
    return await deciding;
  }
}

const joined = (words: readonly string[]): string => words.filter((each) => each !== "").join("\n\n");

/** Everything in a message that is checked as one text. */
function marksOf(message: object): readonly string[] {
  const calls: unknown = Reflect.get(message, "tool_calls");
  const given = (Array.isArray(calls) ? calls : []).map((call): unknown => Reflect.get(Object(call), "args"));
  return [textOf(message), joined(asideOf(message)), ...given.flatMap(wordsOfCall)];
}

/** Everything in a message that could contain words. */
const contentOf = (message: object): string =>
  digest([...marksOf(message), JSON.stringify(Reflect.get(message, "response_metadata") ?? {})]);

/** Words of arguments, and the part of them that is in the record of a handoff. */
function wordsOfCall(args: unknown): readonly string[] {
  const { explanation, payload } = isPlainRecord(args) ? args : {};
  return [args, [explanation, payload]].map((each) => joined(wordsOfArguments(each)));
}
