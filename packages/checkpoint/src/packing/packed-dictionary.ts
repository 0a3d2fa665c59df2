// Stored data depends on both dictionaries: a change of one of them is a change of the schema.

/**
 * Parts that many values have in common: names, and messages. Each value is unpacked behind a copy of it, so it is short. It begins with
 * a character that no JSON contains.
 */
export const VALUE_PARTS = Buffer.from(
  '\0{"created_at":"","description":"","summary":"","title":"","source":"","url":"","path":"","query":"","results":[{"metadata":{},' +
    '"score":0.,"success":true,"error":null,"type":"","status":"","data":{"items":[{"id":"","value":"","text":"","name":"' +
    '{"lc":1,"type":"constructor","id":["langchain_core","messages","HumanMessage"],"kwargs":{"id":"","content":"' +
    '","additional_kwargs":{},"response_metadata":{}}}' +
    '{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{"id":"","name":"","status":"success",' +
    '"artifact":null,"content":"","tool_call_id":"call_","additional_kwargs":{},"response_metadata":{}}}' +
    '{"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessage"],"kwargs":{"id":"","content":"","tool_calls":' +
    '[{"id":"call_","type":"tool_call","name":"","args":{"query":"' +
    '"}}],"invalid_tool_calls":[],"usage_metadata":{"input_tokens":1,"output_tokens":1,"total_tokens":1}}}' +
    '{"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessage"],"kwargs":{"id":"","content":"' +
    '","additional_kwargs":{},"response_metadata":{},"tool_calls":[],"invalid_tool_calls":[]}}',
);

/**
 * Parts that many records have in common, the most frequent last, where references to them are shortest: frequent names, metadata,
 * values, what tasks write, inputs, and the changes of a step. It is far shorter than the window of a stream. It begins with a character that no JSON contains.
 */
export const RECORD_PARTS = Buffer.from(
  '\0{"created_at":"","updated_at":"","description":"","summary":"","title":"","reason":"","output":"","input":"","request":"",' +
    '"response":"","question":"","answer":"","source":"","target":"","url":"","path":"","user":"","agent":"","tool":"","role":"",' +
    '"owner":"","version":1,"index":0,"count":1,"total":1,"score":0.","value":"","key":"","label":"","query":"","results":[],' +
    '"items":[],"entries":[],"documents":[],"notes":{},"log":[],"plan":{"steps":[{"capability_context_data":{"metadata":{},' +
    '"error":null,"success":true,"failed":false,"pending","completed","state":"","task":"","type":"","status":"","name":"",' +
    '"data":{"context":{"step":1,"id":"","content":"","text":"' +
    '{"source":"update","step":-1,"parents":{"":""},"tidemark_fence":1,"tidemark_fence_of":"1f0' +
    '{"source":"fork","step":1,"parents":{}}{"source":"input","step":1,"parents":{}}{"source":"loop","step":1,"parents":{}}' +
    '{"o":{"-1":{"a":[["__error__"],{"o":{"-3":{"a":[["__interrupt__"],[{"id":"","value":"","when":"during","resumable":true,"ns":["' +
    '{"o":{"-4":{"a":[["__resume__"],[["__pregel_tasks"],[{"lg_name":"Send","node":"","args":{"' +
    '{"o":{"v":[4],"ts":["2026-01-01T00:00:00.000Z"],"channel_values":{"o":{"__start__":{"o":{"messages":{"a":[' +
    '{"lc":1,"type":"constructor","id":["langchain_core","messages","SystemMessage"],"kwargs":{"content":"' +
    '{"lc":1,"type":"constructor","id":["langchain_core","messages","ToolMessage"],"kwargs":{"id":"","name":"","status":"success",' +
    '"artifact":null,"content":"","tool_call_id":"call_","additional_kwargs":{},"response_metadata":{}}}' +
    '{"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessage"],"kwargs":{"id":"","content":"",' +
    '"usage_metadata":{"input_tokens":1,"output_tokens":1,"total_tokens":1},"additional_kwargs":{},"response_metadata":{},' +
    '"tool_calls":[{"id":"call_","type":"tool_call","name":"","args":{"":"' +
    '"}}],"invalid_tool_calls":[]}}' +
    '{"lc":1,"type":"constructor","id":["langchain_core","messages","AIMessage"],"kwargs":{"id":"","content":"' +
    '","additional_kwargs":{},"response_metadata":{},"tool_calls":[],"invalid_tool_calls":[]}}' +
    '{"o":{"0":{"a":[["messages"],[[{"lc":1,"type":"constructor","id":["langchain_core","messages","HumanMessage"],"kwargs":{"id":"' +
    '","content":"","additional_kwargs":{},"response_metadata":{}}}]]]},"1":{"a":[["branch:to:' +
    '"],[null]]},"2":{"a":[[""],{"o":{"":{"o":{"":{"o":{"text":1}}}}}}]}}}' +
    '{"p":{"ts":["2026-01-01T00:00:00.000Z"],"channel_values":{"p":{"__start__":{"o":{"messages":[[{"lc":1,"type":"constructor","id":' +
    '["langchain_core","messages","HumanMessage"],"kwargs":{"id":"","content":"","additional_kwargs":{},"response_metadata":{}}}]]}}}},' +
    '"channel_versions":{"p":{"__start__":[1]}}}}' +
    '"branch:to:":[null]},"d":["__start__"]},"channel_versions":{"p":{"__start__":[1],"messages":[1],"branch:to:":[1]}},' +
    '"versions_seen":{"p":{"__start__":{"p":{"__start__":[1]}}}}}}' +
    '{"p":{"":{"p":{"":{"o":{"text":1,"":[1]}}}}}}]}}},"1":{"a":[["messages"],{"a":[1]}]}}},"1":{"a":[["branch:to:"],[null]]}}}' +
    '{"p":{"ts":["2026-01-01T00:00:00.000Z"],"channel_values":{"p":{"messages":{"s":[1,0,[1]]},"":{"p":{"":{"p":{"":{"o":{"":1,"":[1]}}}}}},' +
    '"branch:to:":[null]},"d":["branch:to:"]},"channel_versions":{"p":{"messages":[1],"":[1],"branch:to:":[1],"branch:to:":[1]}},' +
    '"versions_seen":{"p":{"":{"p":{"branch:to:":[1]}}}}}}',
);
