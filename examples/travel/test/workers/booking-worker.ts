// A worker that stops in the middle of a booking, after the desk has booked and before the step is stored: the argument is the database.
import { startWorker } from "tidemark/workers";
import { openTravel } from "../../src/application.ts";
import { readOptions } from "../../src/terminal/program.ts";

const options = readOptions(process.argv.slice(2));
const { desk } = openTravel(options).services;
const stopping: typeof desk = {
  ...desk,
  async book(order) {
    const booking = await desk.book(order);
    process.stdout.write("booked\n");
    await new Promise(() => {});
    return booking;
  },
};
await startWorker(openTravel(options, { brief: true, desk: stopping }).turns());
process.stdout.write("started\n");
