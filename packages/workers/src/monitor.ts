export { startMonitor } from "./monitor/start-monitor.graph.ts";
