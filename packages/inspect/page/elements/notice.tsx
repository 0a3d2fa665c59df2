import type { ComponentChildren } from "preact";

/** Something to say instead of content. */
export function Notice({
  title,
  children,
  kind = "plain",
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly kind?: "plain" | "error";
}) {
  return (
    <div class={`notice ${kind}`} role={kind === "error" ? "alert" : "status"}>
      <strong>{title}</strong>
      {children === undefined ? null : <p>{children}</p>}
    </div>
  );
}

/** Stands for content that is being read. It appears only if reading takes a while. */
export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div class="skeleton" aria-label="Loading" role="status">
      {Array.from({ length: lines }, (_, index) => (
        <span key={index} class="bone" />
      ))}
    </div>
  );
}
