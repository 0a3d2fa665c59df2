export { arbitraryUpdate, arbitraryValue } from "./arbitrary.ts";
