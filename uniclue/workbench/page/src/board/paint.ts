// Draws a page, and again as soon as something that it shows has changed.
import { effect } from "@preact/signals-core";
import { render, type JSX } from "preact";

export function paint(page: () => JSX.Element): void {
  let isDrawn = false;
  const stop = effect(() => {
    if (isDrawn) queueMicrotask(() => { stop(); paint(page); });
    else render(page(), document.getElementById("page")!);
    isDrawn = true;
  });
}
