import { isNewThreadOpen } from "../acting/acting.ts";
import { form } from "../store/form.ts";
import { areKeysShown, isPaletteOpen, showField } from "../store/store.ts";
import { commands } from "./commands.ts";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

/** Keys under other names than those of their events. The equals sign is the key of the plus sign without Shift. */
const WRITTEN: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  "-": "−",
  "=": "+",
};

/** Does what the pressed key stands for. */
export function onKey(event: KeyboardEvent): void {
  const { key, metaKey, ctrlKey, altKey, shiftKey, target } = event;
  if ((metaKey || ctrlKey) && key.toLowerCase() === "k") {
    event.preventDefault();
    isPaletteOpen.value = !isPaletteOpen.value;
    return;
  }
  if (isPaletteOpen.value || areKeysShown.value || isNewThreadOpen.value || metaKey || ctrlKey || altKey) return;
  if (isTyping(target)) {
    if (key === "Escape" && target instanceof HTMLElement) target.blur();
    return;
  }
  if (key === "Escape") {
    event.preventDefault();
    if (form.value === null) showField(null);
    form.value = null;
    return;
  }
  const written = `${shiftKey && key.startsWith("Arrow") ? "⇧" : ""}${WRITTEN[key] ?? key}`;
  const command = commands().find((each) => each.key === written);
  if (command === undefined) return;
  event.preventDefault();
  command.run();
}
