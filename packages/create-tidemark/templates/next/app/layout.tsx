import type { ReactNode } from "react";
// oxlint-disable-next-line import/no-unassigned-import -- Next.js adds it to the page
import "./style.css";

export const metadata = { title: "My list", icons: "data:," };

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
