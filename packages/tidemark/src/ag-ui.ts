export { toAgUi } from "@tidemark/stream/ag-ui";
