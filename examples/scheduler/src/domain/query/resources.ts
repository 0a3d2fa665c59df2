import { formatHours, formatSpan, listNames } from "../format.ts";
import { intervalOf } from "../free-busy.ts";
import { memberName, resourceOf, usesWithin } from "../planning/conflicts.ts";
import { type Answer, busyData, type Question, restOfToday, spanText } from "./question.ts";

/** Who uses a resource, and what is left of it. */
export function resources(question: Question): Answer {
  const { request, household, wording, isMoment } = question;
  const span = restOfToday(question);
  const [timetable, when] = [question.timetable(span), spanText(span, question)];
  const format = span.end - span.start > 86_400_000 ? formatSpan : formatHours;
  const found = request.resources.map((id) => {
    const { name, capacity } = resourceOf(household, id);
    const { uses, peak } = usesWithin(span, id, timetable);
    const list = uses.map(({ occurrence }) => {
      const who = listNames(occurrence.event.participants.map((person) => memberName(household, person)));
      return `${occurrence.allDay ? "all day" : format(occurrence, wording)} (${occurrence.event.title}${who === "" ? "" : `, ${who}`})`;
    });
    const left = capacity > 1 ? `, with ${Math.max(0, capacity - peak)} of ${capacity} left at the busiest time` : "";
    const sentence =
      uses.length === 0
        ? `${name} is free ${when}.`
        : isMoment && peak >= capacity
          ? `${name} is taken ${when}: ${list.join(", ")}.`
          : `${name} is free ${when} except ${list.join(", ")}${left}.`;
    return { sentence, data: { id, name, capacity, available: peak < capacity, uses: busyData(uses) } };
  });
  return {
    answer: found.map(({ sentence }) => sentence).join(" "),
    results: { range: intervalOf(span), resources: found.map(({ data }) => data) },
  };
}
