// The door: what binds to LangGraph is listed here, name by name.
export {};
