import type { NodeWrites } from "./lane.ts";
import { answerFor, type RecordedQuestion } from "./recorded-people.graph.ts";
import type { RecordedTurn } from "./recorded-turn.graph.ts";

/** Answers to the questions of a step, by the ids of today's questions. */
export interface PeopleAnswers {
  readonly values: Readonly<Record<string, unknown>>;
  /** User who gave the last one. Null if the thread does not say. */
  readonly by: string | null;
}

interface Given {
  readonly question: RecordedQuestion;
  /** Task of today that has asked it. */
  readonly taskId: string;
  count: number;
}

/** Gives the recorded answers of people to a turn that runs again: each to its own question, in order. */
export class WaitingPeople {
  readonly #recorded: RecordedTurn;
  readonly #left: RecordedQuestion[];
  readonly #given = new Map<string, Given>();

  constructor(recorded: RecordedTurn) {
    this.#recorded = recorded;
    this.#left = [...recorded.questions];
  }

  /** Answers to what tasks ask after a stored checkpoint. Null if the thread has none. */
  answersTo(tasks: readonly NodeWrites[], checkpointId: string): PeopleAnswers | null {
    const stored = this.#recorded.steps.find(({ step }) => step.id === checkpointId)?.tasks ?? [];
    const values: [string, unknown][] = [];
    let by: string | null = null;
    const open = new Set(tasks.flatMap(({ questions }) => questions.map(({ id }) => id)));
    for (const { node, questions, taskId } of tasks) {
      const own = new Set(stored.flatMap((each) => (each.node === node ? [each.taskId] : [])));
      for (const { id, value } of questions) {
        // A question that is asked again, such as for a second signature, may have another id.
        const known = [...this.#given].find(
          ([each, given]) =>
            (each === id || (given.taskId === taskId && !open.has(each))) &&
            given.count < given.question.answers.length,
        );
        const next = known?.[1] ?? this.#next(checkpointId, own, taskId);
        if (next === null || next.count >= next.question.answers.length) continue;
        values.push([id, answerFor(value, next.question, next.question.answers[next.count])]);
        by = next.question.by[next.count] ?? null;
        next.count += 1;
        this.#given.set(id, next);
      }
    }
    return values.length === 0 ? null : { values: Object.fromEntries(values), by };
  }

  #next(checkpointId: string, tasks: ReadonlySet<string>, taskId: string): Given | null {
    const place = this.#left.findIndex((each) => each.checkpointId === checkpointId && tasks.has(each.taskId));
    const [question] = place === -1 ? [] : this.#left.splice(place, 1);
    return question === undefined ? null : { question, taskId, count: 0 };
  }
}
