/** Name of the tool with which a model gives the result of its agent. */
export const OUTPUT_TOOL = "give_result";
