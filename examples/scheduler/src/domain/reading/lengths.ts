import { readAmounts, type Sheet } from "@tidemark/reading";

/** Length of an event, and changes of its start and length, in minutes; null for what is not named. */
export interface Lengths {
  readonly minutes: number | null;
  /** A shift of the start: "an hour later". */
  readonly shift: number | null;
  /** A change of the length: "half an hour longer". */
  readonly longer: number | null;
}

const MOVES = /\b(?:push(?:ed)?|moved?|shift(?:ed)?|delay(?:ed)?|postponed?|bring|put back)\b/iu;
const RESIZES = /\b(?:extend|lengthen|shorten|prolong)\b/iu;

/** Claims one length ("for 45 minutes") or change ("an hour later", "back by two days"). "Forward" is earlier only in "bring forward". */
export function readLengths(sheet: Sheet): Lengths {
  const found = { minutes: null as number | null, shift: null as number | null, longer: null as number | null };
  const brings = sheet.says(/\bbring\b/iu);
  readAmounts(sheet, ({ unit, minutes, way, role, at }) => {
    if (Object.values(found).some((each) => each !== null) || unit === "month" || unit === "year") return false;
    const isBefore = MOVES.test(sheet.text.slice(0, at));
    const isTo = role === "to" || /→\s*$/u.test(sheet.text.slice(0, at));
    const isClear = !brings || sheet.says(/\bforward\b/iu);
    if (way === "longer" || way === "shorter" || (way === null && RESIZES.test(sheet.text) && !isTo))
      found.longer = way === "shorter" || /\bshorten\b/iu.test(sheet.text) ? -minutes : minutes;
    else if (way !== null) found.shift = way === "earlier" ? -minutes : minutes;
    else if (role === "by" || (isBefore && /^(?:only)?$/u.test(role))) {
      if (!isBefore || !isClear || (!brings && sheet.says(/\b(?:forward|ahead)\b/iu))) return false;
      found.shift = brings ? -minutes : minutes;
    } else if (unit === "minute" || unit === "hour") found.minutes = minutes;
    else return false;
    return true;
  });
  if (brings) sheet.take("forward");
  return found;
}
