import { importThread, forgetUser, openSession, type Session } from "@tidemark/state-manager/langgraph";
import type { Proposal } from "@tidemark/core-state";
import { exportThread } from "@tidemark/checkpoint";
import type { Turns } from "tidemark/workers";
import { Exploration, type Explorer } from "./exploration.ts";
import { Oracle } from "./oracle.ts";
import { type Call, type Action, type PersonPlan, type Plan, userOf, wordsOf } from "./people.ts";
import { type Beginning, type FaultErrors, type Life, type Rates, type Schedule, Scheduler } from "./scheduler.ts";
import { type HostStorage, LEASE, openStorage, type Storage, type StorageKind } from "./storage/storage.graph.ts";
import { openQueue, type Queue, queued, type QueuedAction, work } from "./queue/queue.graph.ts";
import { Approving } from "./approvals/approval-graph.graph.ts";
import { decide, type Seen } from "./approvals/decide.graph.ts";
import { surround } from "./surroundings.ts";
import { Steered } from "./steering-graph.graph.ts";
import { Remembering, type WorldGraph, worldGraph } from "./world-graph.graph.ts";
import { Conversation, type Surrounded } from "./world-state.ts";

/** A world, and what happens in it. */
export interface Simulation {
  readonly plan: Plan;
  readonly schedule: Schedule | { readonly seed: number; readonly rates: Rates } | Explorer;
  readonly storage: StorageKind;
  readonly remembers: boolean;
  readonly proposes: boolean;
  /** True if messages can be for the turn that runs. */
  readonly steers: boolean;
  /** True if people approve payments. */
  readonly approves: boolean;
  /** Workers that may end while they run a turn alone, if messages and answers are turns of a queue. Null for none. */
  readonly maxAttempts: number | null;
  /** True to go on after a violation, to count what is lost. Defaults to false. */
  readonly goesOn?: boolean;
}

/** Result of a simulation. */
export interface SimulationResult {
  readonly violations: readonly string[];
  readonly steps: number;
  /** Deviations from the usual schedule. */
  readonly made: Schedule;
  /** What happened, in order. */
  readonly report: readonly string[];
  /** Number of acknowledged calls that are not stored. */
  readonly lost: number;
  readonly acknowledged: number;
  /** True if another run of an exploration reached the same state. */
  readonly isKnown: boolean;
}

/** Maximum number of steps, which none needs. */
const MOST_STEPS = 30_000;

/** Time after which calls that go on have taken too long, in milliseconds. */
const LONGEST = 3_600_000;

const noAnswer = (text: string): Error =>
  Object.assign(new Error(`The service did not answer (${text}).`), { code: "simulation/noAnswer" });
const EFFECT_ERRORS: FaultErrors = { lost: noAnswer, cut: noAnswer, busy: noAnswer, full: noAnswer };

/** A host: the objects of one process. */
interface Host {
  readonly life: Life;
  readonly storage: HostStorage;
  readonly graph: WorldGraph;
  /** Turns of the queue. Null if there is none. */
  readonly turns: Turns | null;
}

type AnySession = Session<typeof Remembering>;

/** Runs a world once. */
export async function simulate(simulation: Simulation): Promise<SimulationResult> {
  const world = new World(simulation);
  try {
    await world.run();
    return world.result();
  } finally {
    surround(null);
  }
}

class World {
  readonly #simulation: Simulation;
  readonly #report: string[] = [];
  readonly #scheduler: Scheduler;
  readonly #oracle: Oracle;
  readonly #storage: Storage;
  readonly #hosts: (Host | null)[] = [];
  readonly #people: { readonly plan: PersonPlan; next: number; running: Call | null; host: number }[];
  readonly #proposals = new Map<string, Proposal>();
  readonly #threads = new Set<string>();
  readonly #queue: Queue | null;
  readonly #seen: Seen = new Map();
  /** Calls by the turns that were accepted for them. */
  readonly #accepted = new Map<string, Call>();

  constructor(simulation: Simulation) {
    this.#simulation = simulation;
    const { plan, schedule, storage, maxAttempts } = simulation;
    const options = {
      report: (text: string) => void this.#report.push(text),
      killed: (life: Life) => this.#killed(life),
      beginnings: () => this.#beginnings(),
    };
    const outside = () => [this.#oracle.seen, this.#oracle.effects, this.#storage.digest()];
    this.#scheduler =
      "choose" in schedule
        ? new Exploration({ ...options, schedule: new Map(), freeze: LEASE, explorer: schedule, outside })
        : new Scheduler({ ...options, schedule, freeze: 2.5 * LEASE });
    this.#oracle = new Oracle({
      step: () => this.#scheduler.steps,
      facts: (user) => this.#facts(user),
      report: (text) => void this.#report.push(text),
      leases: storage !== "stock",
      proposes: simulation.proposes,
      steers: simulation.steers,
      queued: maxAttempts !== null,
    });
    this.#storage = openStorage(storage, this.#scheduler, this.#oracle);
    this.#queue = maxAttempts === null ? null : openQueue(this.#scheduler, maxAttempts);
    this.#people = plan.people.map((each) => ({ plan: each, next: 0, running: null, host: 0 }));
    for (const host of plan.skews.keys()) this.#start(host);
    for (const { action } of plan.people.flat()) {
      if ("threadId" in action) this.#threads.add(action.threadId);
      if ("to" in action) this.#threads.add(action.to);
    }
  }

  #start(host: number): Host {
    const life = this.#scheduler.start(host, this.#simulation.plan.skews[host] ?? 0);
    const { remembers } = this.#simulation;
    const opened: { host?: Host } = {};
    this.#scheduler.as(life, () => {
      const storage = this.#storage.open();
      const effect = (label: string, key: string) =>
        this.#scheduler.operate(
          { text: `lets "${label}" happen`, writes: true, run: () => this.#oracle.effect(label, key) },
          EFFECT_ERRORS,
        );
      const parts = { saver: storage.saver, store: remembers ? storage.store : undefined };
      const begun = (threadId: string, text: string) => this.#oracle.begun(threadId, text);
      const asked = (threadId: string, texts: readonly string[]) => this.#oracle.asked(threadId, texts);
      const paying: Surrounded["paying"] = (...given) => this.#oracle.decisions.paying(...given);
      const graph = worldGraph(this.#simulation, parts, { effect, begun, asked, paying, proposals: this.#proposals });
      const turns = this.#queue?.open(graph, storage) ?? null;
      if (turns !== null) void work(turns);
      opened.host = { life, storage, graph, turns };
    });
    if (opened.host === undefined) throw new Error("A host did not start.");
    this.#hosts[host] = opened.host;
    return opened.host;
  }

  #facts(user: string): readonly string[] {
    const item: unknown = this.#storage.item(["tidemark", "users", `id-${user}`], "values");
    const value: unknown = Reflect.get(
      Object(Reflect.get(Object(Reflect.get(Object(item), "fields")), "profile_facts")),
      "value",
    );
    return Array.isArray(value) ? value.map(String) : [];
  }

  #killed({ host }: Life): void {
    this.#hosts[host] = null;
    for (const person of this.#people) if (person.running !== null && person.host === host) person.running = null;
  }

  #session({ graph, storage }: Host, threadId: string, userId: string | null = userOf(threadId)): AnySession {
    const { remembers, steers, approves } = this.#simulation;
    const { saver, locks, store } = storage;
    const state = approves ? Approving : steers ? Steered : remembers ? Remembering : Conversation;
    const named = (approves || remembers) && userId !== null ? { userId } : {};
    const user = { ...named, ...((remembers || steers) && { store }) };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the graph of this state
    return openSession({
      graph,
      state,
      threadId,
      checkpointer: saver,
      locks,
      policies: { sim_notes: "rebase" },
      ...user,
    } as never) as unknown as AnySession;
  }

  #beginnings(): readonly Beginning[] {
    const beginnings: Beginning[] = [];
    for (const [number, person] of this.#people.entries()) {
      const next = person.plan[person.next];
      if (next === undefined || person.running !== null) continue;
      const host = this.#hosts[next.host] ?? this.#hosts.find((each) => each !== null);
      if (host === undefined || host === null || host.life.frozenUntil > this.#scheduler.now) continue;
      beginnings.push({
        text: `person ${number + 1} ${wordsOf(next.action)} on host ${host.life.host}`,
        begin: () => {
          person.next += 1;
          person.host = host.life.host;
          this.#call(host, next.action, person);
        },
      });
    }
    for (const [host, running] of this.#hosts.entries())
      if (running === null) beginnings.push({ text: `host ${host} starts again`, begin: () => void this.#start(host) });
    return beginnings;
  }

  #call(host: Host, action: Action, person: { running: Call | null }): void {
    const call: Call = { action, begun: this.#scheduler.steps, ended: null, outcome: null, result: null };
    this.#oracle.began(call);
    person.running = call;
    const end = (outcome: string, result: Call["result"]) => {
      call.ended = this.#scheduler.steps;
      call.outcome = outcome;
      call.result = result;
      person.running = null;
      this.#report.push(`${wordsOf(action)}: ${outcome}`);
      this.#oracle.answered(call);
    };
    this.#scheduler.as(host.life, () => {
      this.#perform(host, action, call).then(
        (result) => end(String(result["outcome"]), result),
        (error: unknown) => {
          const code: unknown = Reflect.get(Object(error), "code");
          if (typeof code !== "string")
            this.#oracle.fail(`${wordsOf(action)} throws an untyped error: ${String(error)}`);
          end(String(code), null);
        },
      );
    });
  }

  async #perform(host: Host, action: Action, call: Call): Promise<Readonly<Record<string, unknown>>> {
    if (action.kind === "forget") {
      await forgetUser(host.storage.store, action.user);
      return { outcome: "forgotten" };
    }
    const { threadId } = action;
    if (host.turns !== null && isQueued(action)) {
      return queued(host.turns, action, {
        accepted: (turnId) => {
          call.accepted = this.#scheduler.steps;
          this.#accepted.set(turnId, call);
        },
        question: (open) => this.#question(action, open),
      });
    }
    const session = this.#session(host, threadId);
    switch (action.kind) {
      case "send": {
        const { text, key, unfinished, abortAfter, travels, steers } = action;
        const aborting = new AbortController();
        if (abortAfter !== undefined) setTimeout(() => aborting.abort(), abortAfter);
        const place = travels === true ? (await session.history()).at(-1) : undefined;
        const { outcome, ...rest } = await session.send(this.#input(text), {
          ...(steers === true && { onBusy: "steer", onSteered: () => this.#oracle.steered(call) }),
          ...(key !== undefined && { idempotencyKey: key }),
          ...(unfinished !== undefined && { unfinished }),
          ...(abortAfter !== undefined && { signal: aborting.signal }),
          ...(place !== undefined && { checkpointId: place.checkpointId }),
        });
        return { outcome, ...rest };
      }
      case "answer": {
        const [open] = this.#oracle.questionsOf(threadId).length === 0 ? await session.pending() : [];
        const id = this.#question(action, open?.id);
        if (id === undefined) return { outcome: "nothing asked" };
        const { outcome, ...rest } = await this.#session(host, threadId, action.by).resume(id, action.value);
        return { outcome, ...rest };
      }
      case "decide": {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the graph of this world has the other state
        const own = this.#session(host, threadId, action.by) as unknown as Session<typeof Approving>;
        return decide(own, { call, action, seen: this.#seen, decisions: this.#oracle.decisions });
      }
      case "continue": {
        const { outcome, ...rest } = await this.#session(host, threadId, action.by).continue();
        return { outcome, ...rest };
      }
      case "fork": {
        const place = action.earlier ? (await session.history()).at(-1) : undefined;
        await session.fork({ threadId: action.to, ...(place !== undefined && { checkpointId: place.checkpointId }) });
        return { outcome: "forked" };
      }
      case "copy": {
        const given = action.forged
          ? forged(await exportThread(host.storage.saver, threadId), userOf(threadId))
          : await session.export();
        const { saver, locks } = host.storage;
        const { remembers, approves } = this.#simulation;
        const state = approves ? Approving : remembers ? Remembering : Conversation;
        await importThread(given, { checkpointer: saver, state, threadId: action.to, locks });
        return { outcome: "imported" };
      }
      case "edit": {
        const { outcome, ...rest } = await session.update({ sim_log: [action.text] }, { author: "ann" });
        return { outcome, ...rest };
      }
      case "propose": {
        const by = { userId: "ann", reason: "Wish." };
        const { outcome, ...rest } = await session.propose({ sim_notes: [action.text] }, by);
        return { outcome, ...rest };
      }
      case "delete":
        return session.delete();
      default:
        throw new Error(`Nobody can do this: ${JSON.stringify(action satisfies never)}`);
    }
  }

  /** Input of a turn with a message. */
  #input(text: string): Parameters<AnySession["send"]>[0] {
    return this.#simulation.steers ? text : { sim_text: text };
  }

  /** Id of the question that a person means. */
  #question(action: QueuedAction, open: string | undefined): string | undefined {
    const received = this.#oracle.questionsOf(action.threadId);
    return (action.kind === "answer" && action.stale ? received[0] : received.at(-1)) ?? open;
  }

  /** Runs until everything has ended, heals the world, and checks it. */
  async run(): Promise<void> {
    const isOver = () => this.#isBroken() || this.#isIdle();
    const isEnded = await this.#scheduler.run(isOver, MOST_STEPS);
    if (this.#isKnown()) return;
    if (!isEnded) this.#oracle.fail(this.#stuck());
    this.#scheduler.calm = true;
    if (this.#isBroken()) return;
    const probe = this.#start(this.#hosts.length);
    for (const [turnId, call] of this.#accepted) await this.#end(probe, turnId, call);
    for (const threadId of this.#threads) {
      if (this.#isBroken()) return;
      await this.#probe(probe, threadId);
    }
    if (this.#scheduler.elapsed > LONGEST) this.#oracle.fail("the calls took longer than an hour");
    for (const user of ["ann", "ben"]) this.#oracle.checkUser(user);
  }

  #isKnown = (): boolean => this.#scheduler instanceof Exploration && this.#scheduler.isKnown;

  #isBroken(): boolean {
    return this.#simulation.goesOn !== true && this.#oracle.violations.length > 0;
  }

  #isIdle(): boolean {
    return this.#people.every(({ plan, next, running }) => next >= plan.length && running === null);
  }

  #stuck(): string {
    const calls = this.#people.flatMap(({ running }) => (running === null ? [] : [wordsOf(running.action)]));
    return `nothing goes on, but these calls have no answer: ${calls.join("; ")}`;
  }

  /** Does something on a host that is well. False if it does not end. */
  async #do({ life }: Host, task: () => Promise<void>): Promise<boolean> {
    let ended = false;
    this.#scheduler.as(life, () => void task().finally(() => (ended = true)));
    return this.#scheduler.run(() => ended, MOST_STEPS);
  }

  /** Waits for the result of a turn that was accepted. */
  async #end(host: Host, turnId: string, call: Call): Promise<void> {
    if (this.#isBroken()) return;
    const result = async (): Promise<void> => {
      try {
        const ended = await host.turns?.result(turnId);
        if (ended === undefined) return;
        const [deaths, most] = [this.#queue?.deaths.get(turnId) ?? 0, this.#simulation.maxAttempts ?? Infinity];
        if (ended.outcome === "setAside" && deaths >= most) return;
        this.#oracle.ended(call, ended.outcome, { ...ended });
      } catch (error) {
        this.#oracle.fail(`the turn "${turnId}" was accepted, but has no result: ${String(error)}`);
      }
    };
    if (!(await this.#do(host, result))) this.#oracle.fail(`the turn "${turnId}" was accepted, but does not end`);
  }

  /** Lets a person answer who may not, and those who may. */
  async #decideAll(host: Host, threadId: string): Promise<readonly string[]> {
    const outcomes: string[] = [];
    for (const by of ["mal", "bob", "eve"]) {
      const action = {
        kind: "decide",
        threadId,
        decision: "approve",
        inWords: by !== "bob",
        stale: false,
        by,
      } as const;
      const call: Call = { action, begun: this.#scheduler.steps, ended: null, outcome: null, result: null };
      this.#oracle.began(call);
      const result = await this.#perform(host, action, call);
      Object.assign(call, { ended: this.#scheduler.steps, outcome: result["outcome"], result });
      this.#oracle.answered(call);
      outcomes.push(String(result["outcome"]));
    }
    return outcomes;
  }

  /** Uses a thread from a host that is well. */
  async #probe(host: Host, threadId: string): Promise<void> {
    const outcomes: string[] = [];
    let state: Readonly<Record<string, unknown>> | null = null;
    const use = async (): Promise<void> => {
      const session = this.#session(host, threadId);
      const answer = async (): Promise<void> => {
        if (this.#simulation.approves) outcomes.push(...(await this.#decideAll(host, threadId)));
        for (const { id } of await session.pending()) outcomes.push((await session.resume(id, "probed")).outcome);
      };
      await answer();
      outcomes.push((await session.continue()).outcome);
      await answer();
      outcomes.push((await session.send(this.#input("probe"), { unfinished: "finish" })).outcome);
      // It reads what was sent for a turn that never ran, which may ask.
      if (this.#simulation.steers) await answer();
      if (outcomes.at(-1) !== "done")
        this.#oracle.fail(`${threadId} does not go on when all hosts are well: ${outcomes.join(", ")}`);
      state = { ...(await session.state()) };
    };
    const checked = () =>
      use().catch((error: unknown) =>
        this.#oracle.fail(
          `${threadId} does not go on when all hosts are well: ${outcomes.join(", ")}, ${String(error)}`,
        ),
      );
    if (!(await this.#do(host, checked)))
      this.#oracle.fail(`${threadId} is stuck when all hosts are well, after ${outcomes.join(", ")}`);
    if (state === null) return;
    this.#oracle.checkThread(threadId, state);
    const log: unknown = Reflect.get(state, "sim_log");
    if (Array.isArray(log)) this.#oracle.checkUnfinished(threadId, log.map(String));
  }

  result(): SimulationResult {
    const { violations, lost, calls } = this.#oracle;
    const { steps, made } = this.#scheduler;
    const acknowledged = calls.filter(({ outcome }) => outcome === "done").length;
    return { violations, lost, acknowledged, steps, made, report: this.#report, isKnown: this.#isKnown() };
  }
}

const isQueued = (action: Action): action is QueuedAction =>
  action.kind === "send" || action.kind === "answer" || action.kind === "continue";

/** A document with a write of a user field that nobody made. */
function forged(document: object, user: string): unknown {
  const write = { key: "forged", user: `id-${user}`, field: "profile_facts", form: "update", value: ["forged"] };
  const updates = JSON.stringify([{ ...write, by: "note", turnId: null, schemaVersion: 1 }]);
  return JSON.parse(JSON.stringify(document).replaceAll('"updates":[]', `"updates":${updates}`));
}
