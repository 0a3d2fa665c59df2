/** Reason why an update was refused. `at` is the path inside the field; it is empty for the field as a whole. */
export type UpdateIssue =
  | { readonly code: "notAnUpdate"; readonly found: string; readonly message: string }
  | { readonly code: "unknownField"; readonly field: string; readonly nearest: string | null; readonly message: string }
  | { readonly code: "notAnInput"; readonly field: string; readonly message: string }
  | {
      readonly code: "foreignWrite";
      readonly field: string;
      readonly owners: readonly string[];
      readonly message: string;
    }
  | { readonly code: "invalidValue"; readonly field: string; readonly at: string; readonly message: string }
  | {
      readonly code: "notJson";
      readonly field: string;
      readonly at: string;
      readonly found: string;
      readonly message: string;
    }
  | { readonly code: "unsafeKey"; readonly field: string; readonly at: string; readonly message: string };
