import { wholeParts } from "@tidemark/web/view";
import { unbroken } from "../src/domain/unbroken.ts";

/** Text whose dates, times, prices and references stay on one line. */
export const Whole = ({ text }: { readonly text: string }) => (
  <>
    {wholeParts(unbroken(text)).map((part, index) =>
      index % 2 === 0 ? (
        part
      ) : (
        // oxlint-disable-next-line react/no-array-index-key -- a text can repeat a date
        <span key={index} className="whole">
          {part}
        </span>
      ),
    )}
  </>
);
