const UNDO =
  /^(?:please )?(?:can you )?(?:undo|revert|take back|roll back|reverse)(?: (?:that|this|it|(?:(?:the|my) )?(?:very )?(?:last|latest|previous)(?: (?:one|change|thing|step|action))?|(?:the|my) change))?(?: again)?(?:,? please)?[\s.!?]*$/i;

/** True for a text that only asks to undo the last change: "undo", "take back the last change". */
export const asksUndo = (text: string): boolean => text.length < 80 && UNDO.test(text.trim().replace(/\s+/g, " "));
