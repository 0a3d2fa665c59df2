/** A name that can wrap after its underscores and still be copied unchanged. */
export const Name = ({ name }: { readonly name: string }) => (
  <>{name.split("_").flatMap((part, index) => (index === 0 ? [part] : ["_", <wbr key={index} />, part]))}</>
);
