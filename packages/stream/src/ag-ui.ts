export { toAgUi } from "./ag-ui/to-ag-ui.ts";
