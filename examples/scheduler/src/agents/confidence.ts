/** Confidence of a reading below which a person is asked first. A confidence equal to a threshold passes. */
export const SURE_CONFIDENCE = 0.7;

/** Confidence of a reading below which it is not used at all. */
export const USABLE_CONFIDENCE = 0.5;
