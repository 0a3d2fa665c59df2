export { type Amount, readAmounts } from "./amounts.ts";
export {
  type Day,
  type Days,
  dayText,
  isBefore,
  mondayOf,
  MONTH,
  monthOf,
  ONE_DAY,
  onOrAfter,
  WEEKDAY,
  weekdayOf,
} from "./calendar-days.ts";
export { EXCEPT, nearTo, readDays, UNTIL } from "./days.ts";
export { NUMBER, numberOf } from "./numbers.ts";
export { plainText } from "./plain-text.ts";
export { CLAIMED, isSmall, literal, type Part, type Role, Sheet, wordsOf } from "./sheet.ts";
export { type Clock, readTimes, type Time, timeText } from "./times.ts";
export { correctSpelling } from "./spelling.ts";
