export { lawsOf, testLaws } from "@tidemark/reducers/testing";
export { arbitraryUpdate, arbitraryValue } from "@tidemark/core-state/testing";
