export { toAgUi, type ToAgUiOptions } from "./ag-ui/to-ag-ui.ts";
