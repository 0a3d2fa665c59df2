import type { Gate } from "../gate-contract.ts";
import { apiReports } from "./api-reports.ts";
import { build } from "./build.ts";
import { bytes } from "./bytes.ts";
import { cases } from "./cases.ts";
import { casts } from "./casts.ts";
import { changesets } from "./changesets.ts";
import { commands } from "./commands.ts";
import { consumer } from "./consumer.ts";
import { copiedExamples } from "./copied-examples.ts";
import { deadCode } from "./dead-code.ts";
import { docComments } from "./doc-comments.ts";
import { docExamples } from "./doc-examples.ts";
import { docsSite } from "./docs-site.ts";
import { format } from "./format.ts";
import { generated } from "./generated.ts";
import { imports } from "./imports.ts";
import { invariants } from "./invariants.ts";
import { links } from "./links.ts";
import { lint } from "./lint.ts";
import { manifests } from "./manifests.ts";
import { mirror } from "./mirror.ts";
import { names } from "./names.ts";
import { packages } from "./packages.ts";
import { typeBudgets } from "./type-budgets.ts";
import { typecheck } from "./typecheck.ts";

/** Every gate, in the order in which the table shows them and in which they start. */
export const gates: readonly Gate[] = [
  // The longest two first, so that the short ones fill the second slot.
  build,
  docsSite,
  typecheck,
  lint,
  format,
  imports,
  deadCode,
  manifests,
  casts,
  names,
  mirror,
  docComments,
  docExamples,
  generated,
  links,
  packages,
  consumer,
  copiedExamples,
  apiReports,
  bytes,
  typeBudgets,
  commands,
  invariants,
  cases,
  changesets,
];
