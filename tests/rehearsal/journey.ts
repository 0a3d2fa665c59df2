/** One step of a journey and the seconds that it took. */
export interface Step {
  readonly journey: string;
  readonly step: string;
  readonly seconds: number;
}

/** Adds a step of a journey. */
export type Note = (step: string, seconds: number) => void;

/** Where journeys take place: an empty folder each, and the settings of the registry. */
export interface Journeys {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly note: (step: Step) => void;
}
