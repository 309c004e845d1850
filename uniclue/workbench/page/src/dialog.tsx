// A window over the page, which Escape and a button close.
import { h, type ComponentChildren, type JSX } from "preact";

export function Dialog(props: { title: string; close: () => void; children: ComponentChildren }): JSX.Element {
  const open = (element: HTMLDialogElement | null): void => { if (element && !element.open) element.showModal(); };
  return (
    <dialog ref={open} aria-label={props.title} onClose={props.close}>
      <div class="row head"><h2>{props.title}</h2><button aria-label="close" onClick={props.close}>×</button></div>
      {props.children}
    </dialog>
  );
}

/** A picture that the server has drawn. */
export const Thumbnail = ({ svg }: { svg: string }): JSX.Element =>
  <span class="thumbnail" aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />;
