import Search from 'lucide-react/icons/search';
import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * The palette's field alone, shown from the press that asks for the palette until its code is there. A native modal dialog: what is typed
 * meanwhile lands in the field, and nothing of the page can be reached.
 */
export function PaletteField({
  label,
  placeholder,
  note,
  text,
  onType,
  onClose,
}: {
  label: string;
  placeholder: string;
  /** Why the results are not there: still loading, or failed. */
  note: string;
  text: string;
  onType: (text: string) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    field.current?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="palette palette-early"
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        close.current();
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) close.current();
      }}
    >
      <div className="palette-frame">
        <div className="palette-search">
          <Search aria-hidden="true" />
          <input
            ref={field}
            type="search"
            className="palette-input"
            aria-label={label}
            placeholder={placeholder}
            autoComplete="off"
            value={text}
            onChange={(event) => onType(event.target.value)}
          />
        </div>
        <p className="float-empty" role="status">
          {note}
        </p>
      </div>
    </dialog>
  );
}
