/** A name that may be broken after its underscores, and is still copied as it is. */
export const Name = ({ name }: { readonly name: string }) => (
  <>{name.split("_").flatMap((part, index) => (index === 0 ? [part] : ["_", <wbr key={index} />, part]))}</>
);
