// A worker that stops in the middle of a booking, after the desk has booked and before the step is stored: the argument is the database.
import { startWorker } from "tidemark/workers";
import { sqliteDesk } from "../../src/catalog/booking-desk.ts";
import { openDatabase } from "@tidemark/terminal";
import { readOptions } from "../../src/terminal/options.ts";
import { travelTurns } from "../../src/turns.ts";

const options = readOptions(process.argv.slice(2));
const database = openDatabase(options.db);
const desk = sqliteDesk(database);
const turns = travelTurns(database, options, {
  desk: {
    ...desk,
    async book(order) {
      const booking = await desk.book(order);
      process.stdout.write("booked\n");
      await new Promise(() => {});
      return booking;
    },
  },
});
await startWorker(turns);
process.stdout.write("started\n");
