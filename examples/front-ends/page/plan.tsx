/** Content of an activity message of the type `PLAN`. */
interface PlanContent {
  readonly status: string;
  readonly steps: readonly {
    readonly stepId: string;
    readonly agentName: string;
    readonly task: string;
    readonly status: string;
  }[];
}

/** Shows the plan of a turn, with the status of each step. */
export function Plan({ content }: { readonly content: object }) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server sends plans in this shape
  const { steps } = content as PlanContent;
  return (
    <ul aria-label="Plan">
      {steps.map(({ stepId, agentName, task, status }) => (
        <li key={stepId}>
          {agentName}: {task} ({status})
        </li>
      ))}
    </ul>
  );
}
