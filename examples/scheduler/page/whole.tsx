import { wholeParts } from "@tidemark/web/view";

/** Text whose dates, times, prices and references stay on one line. */
export const Whole = ({ text }: { readonly text: string }) => (
  <>
    {wholeParts(text).map((part, index) =>
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
