import { listNames } from "../format.ts";
import type { Resource } from "../household.ts";
import { resourceOf } from "../resources.ts";
import { put } from "./edit-occurrence.ts";
import { resourceKind } from "./resource-kind.ts";
import { type Idea, isFreeAt, type Situation, type Strategy } from "./situation.ts";

/** Replaces a resource that is in use with a free one of the same kind, or does without it. */
export const alternativeResource: Strategy = (situation) => {
  const taken = [...new Set(situation.clashes.flatMap(({ resourceId }) => (resourceId === null ? [] : [resourceId])))];
  const resources = taken.map((id) => resourceOf(situation.household, id));
  const exchanged = resources.flatMap((resource) => exchange(resource, situation));
  const [first] = resources;
  return first === undefined ? [] : [...exchanged, without(resources, situation)];
};

function exchange(taken: Resource, situation: Situation): readonly Idea[] {
  const { event, household, without: timetable, occurrences } = situation;
  const free = household.resources.filter((other) => {
    if (event.resources.includes(other.id) || resourceKind(other) !== resourceKind(taken)) return false;
    const alone = { ...event, participants: [], resources: [other.id] };
    return occurrences.every((occurrence) => isFreeAt(alone, occurrence, { timetable, situation }));
  });
  return free.map((other) => {
    const resources = event.resources.map((id) => (id === taken.id ? other.id : id));
    return {
      strategy: "alternative_resource",
      variant: `${taken.id}:${other.id}`,
      description: `Use ${other.name} instead of ${taken.name} for ${event.title}.`,
      worth: 0.9,
      changes: [{ eventId: null, field: "resources", oldValue: taken.id, newValue: other.id, action: "reassign" }],
      calendarChanges: [put({ ...event, resources })],
      losses: [],
    };
  });
}

function without(taken: readonly Resource[], { event }: Situation): Idea {
  const names = listNames(taken.map(({ name }) => name));
  const resources = event.resources.filter((id) => !taken.some((resource) => resource.id === id));
  return {
    strategy: "alternative_resource",
    variant: `without:${taken.map(({ id }) => id).join("+")}`,
    description: `Do without ${names} for ${event.title}.`,
    worth: 0.4,
    changes: taken.map(({ id }) => ({
      eventId: null,
      field: "resources",
      oldValue: id,
      newValue: null,
      action: "reassign",
    })),
    calendarChanges: [put({ ...event, resources })],
    losses: [`${event.title} has to do without ${names}.`],
  };
}
