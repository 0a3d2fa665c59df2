import type { ApprovalRequest } from "@tidemark/core-state";
import { type OptionNames, requireKnownOptions } from "@tidemark/core-state/internal";
import { isPlainRecord } from "@tidemark/reducers/internal";
import { stateManagerErrors } from "../kernel/errors.ts";

/** People who may approve, as a rule names them. Without any of it everybody may. */
export interface Approvers {
  /**
   * True for a person who may decide the request; `user` is the id of the person, and an edited request has the edited payload. Called
   * for each answer, and again for each signature before the work runs. An error, or a result other than true, is a no.
   */
  readonly by?: (answer: { readonly user: string; readonly request: ApprovalRequest }) => boolean;
  /** Number of different people who have to approve the same payload. Defaults to 1. */
  readonly signatures?: number;
  /** True if the user who sent the message of the turn may not approve it. Defaults to false. */
  readonly notRequester?: boolean;
}

/** Finds who may approve a request. Null if everybody may. */
export type FindApprovers = (request: ApprovalRequest) => Approvers | null;

/** People around a decision. */
export interface People {
  /** Id of the person who answers. Null if nobody knows. */
  readonly user: string | null;
  /** Id of the user who sent the message of the turn. Null if nobody knows. */
  readonly requester: string | null;
  /** True if the person who answers is that user under another name. */
  readonly isRequester?: boolean;
}

/** Returns the part of a rule that says who may approve. Null for a rule that does not. */
export function approversIn(rule: unknown): Approvers | null {
  if (!isPlainRecord(rule)) return null;
  const { by, signatures, notRequester } = rule;
  if (by === undefined && signatures === undefined && notRequester === undefined) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every use below distrusts the values
  return { by, signatures, notRequester } as Approvers;
}

/** Returns the part of a rule that says when a person is asked. Defaults to always. */
export const whenIn = (rule: unknown): unknown => (isPlainRecord(rule) ? (rule["when"] ?? "always") : rule);

const RULE_OPTIONS: OptionNames<Approvers> = { by: true, signatures: true, notRequester: true };

/**
 * Checks the rules of an option by name, and returns whether one of them needs to know who sent the message. `also` is the key that a rule has
 * beside who may approve. Throws `state-manager/invalidApprovalRule`, and `core-state/unknownOption` for a misspelled key.
 */
export function checkApprovers(option: string, rules: object = {}, also: "policy" | "when" = "when"): boolean {
  const checked = Object.entries(rules).map(([name, rule]: readonly [string, unknown]) => {
    if (!isPlainRecord(rule)) return false;
    requireKnownOptions(`the rule "${name}" of ${option}`, rule, { ...RULE_OPTIONS, [also]: true });
    const { by, signatures, notRequester, policy } = rule;
    const problem =
      also === "policy" && policy !== "ask"
        ? '`policy` has to be "ask", because nobody else is asked'
        : by !== undefined && typeof by !== "function"
          ? "`by` has to be a function"
          : signatures !== undefined && !isCount(signatures)
            ? "`signatures` has to be a whole number from 1"
            : notRequester !== undefined && typeof notRequester !== "boolean"
              ? "`notRequester` has to be true or false"
              : null;
    if (problem !== null) throw stateManagerErrors.invalidApprovalRule({ option, name, problem });
    return notRequester === true;
  });
  return checked.includes(true);
}

/** Number of people who have to approve. Nobody can satisfy an invalid number. */
const signaturesOf = ({ signatures = 1 }: Approvers): number => (isCount(signatures) ? signatures : Infinity);

/** A request that says how many people have to approve it, if it is more than one. */
export function withSignaturesNeeded(request: ApprovalRequest, find: FindApprovers = () => null): ApprovalRequest {
  const approvers = find(request);
  const needed = approvers === null ? 1 : signaturesOf(approvers);
  return needed > 1 && Number.isFinite(needed) ? { ...request, signaturesNeeded: needed } : request;
}

/** A request that says how many people have to approve it by a rule, also if one is enough. */
export const withSignaturesCount = (request: ApprovalRequest, rule: Approvers): ApprovalRequest => ({
  ...request,
  signaturesNeeded: Math.min(signaturesOf(rule), Number.MAX_SAFE_INTEGER),
});

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;

/** Returns why a person may not give a decision, as a sentence. Null for a person who may. */
export function refusedPerson(
  { by, notRequester = false }: Approvers,
  request: ApprovalRequest,
  { user, requester, approves, isRequester = user === requester }: People & { readonly approves: boolean },
): string | null {
  if (user === null) {
    return "Nobody knows who answers, and a rule says who may decide this. The program has to pass a user: `userId` of the session, or `user_id` of the config.";
  }
  if (notRequester && approves) {
    if (requester === null) {
      return "Nobody knows who sent the message, and that person may not approve this. The program has to pass a user with each message.";
    }
    if (isRequester || user === requester) return "You have sent the message, so another person has to approve this.";
  }
  return by === undefined || isAllowed(by, { user, request }) ? null : "You may not decide this.";
}

function isAllowed(by: unknown, answer: { readonly user: string; readonly request: ApprovalRequest }): boolean {
  if (typeof by !== "function") return false;
  try {
    const allowed: unknown = Reflect.apply(by, undefined, [answer]);
    return allowed === true;
  } catch {
    return false;
  }
}

/** Signatures of a request that count now: one for each person, of people who may approve it. */
function validSignatures(
  request: ApprovalRequest,
  approvers: Approvers,
  requester: string | null,
): NonNullable<ApprovalRequest["signatures"]> {
  const { signatures: given = [], signatures: _, ...unsigned } = request;
  return given.filter(
    ({ by }, index) =>
      given.findIndex((other) => other.by === by) === index &&
      refusedPerson(approvers, unsigned, { user: idOf(by), requester, approves: true }) === null,
  );
}

/** A request with the approval of a person. The first one of a person counts. */
export function withSignature(
  request: ApprovalRequest,
  { requester, ...approvers }: Approvers & Pick<People, "requester">,
  signature: { readonly by: string; readonly at: string },
): ApprovalRequest {
  const signatures = validSignatures(request, approvers, requester);
  const isNew = signatures.every(({ by }) => by !== signature.by);
  return { ...request, signatures: isNew ? [...signatures, signature] : signatures };
}

/** True for an approved request whose approvals are those of enough people who may give them. */
export const isSigned = (request: ApprovalRequest, approvers: Approvers | null, requester: string | null): boolean =>
  approvers === null || validSignatures(request, approvers, requester).length >= signaturesOf(approvers);

/** Id of the person with an owner name, as `asUser` makes it. Null for the name of somebody whom nobody knows. */
export const idOf = (person: string): string | null => {
  const id = person.startsWith(PREFIX) ? person.slice(PREFIX.length) : person;
  return id === "" || id === "unknown" ? null : id;
};

const PREFIX = "user:";

/** The user who sent the message of the turn, from the state. Null without one. */
export function requesterIn({ runtime_user_id: user }: { readonly runtime_user_id?: unknown }): string | null {
  return typeof user === "string" && user !== "" ? user : null;
}
