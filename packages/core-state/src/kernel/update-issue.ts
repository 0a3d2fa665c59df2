/** Reason why an update was refused. `at` is the path inside the field; it is empty for the field as a whole. */
export type UpdateIssue =
  | {
      /** `notAnUpdate`: the update is not an object of fields. */
      readonly code: "notAnUpdate";
      /** Kind of value that was found. */
      readonly found: string;
      /** Problem and remedy, for people. */
      readonly message: string;
    }
  | {
      /** `unknownField`: the state has no field with this name. */
      readonly code: "unknownField";
      /** Name in the update. */
      readonly field: string;
      /** Closest name of a field, or null. */
      readonly nearest: string | null;
      /** Problem and remedy, for people. */
      readonly message: string;
    }
  | {
      /** `notAnInput`: the field is not an input of the graph. */
      readonly code: "notAnInput";
      /** Name of the field. */
      readonly field: string;
      /** Problem and remedy, for people. */
      readonly message: string;
    }
  | {
      /** `foreignWrite`: the field is owned by other agents. The agent can only propose a change. */
      readonly code: "foreignWrite";
      /** Name of the field. */
      readonly field: string;
      /** Agents that own the field. */
      readonly owners: readonly string[];
      /** Problem and remedy, for people. */
      readonly message: string;
    }
  | {
      /** `invalidValue`: the value does not match the schema of updates. */
      readonly code: "invalidValue";
      /** Name of the field. */
      readonly field: string;
      /** Path inside the field; empty for the field as a whole. */
      readonly at: string;
      /** Problem and remedy, for people. */
      readonly message: string;
    }
  | {
      /** `notJson`: JSON cannot represent the value. */
      readonly code: "notJson";
      /** Name of the field. */
      readonly field: string;
      /** Path inside the field; empty for the field as a whole. */
      readonly at: string;
      /** Kind of value that was found. */
      readonly found: string;
      /** Problem and remedy, for people. */
      readonly message: string;
    }
  | {
      /** `unsafeKey`: the value has a key that reaches a prototype, such as `__proto__`. */
      readonly code: "unsafeKey";
      /** Name of the field. */
      readonly field: string;
      /** Path inside the field; empty for the field as a whole. */
      readonly at: string;
      /** Problem and remedy, for people. */
      readonly message: string;
    };
