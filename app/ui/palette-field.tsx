import Search from 'lucide-react/icons/search';
import { useEffect, useLayoutEffect, useRef } from 'react';

/**
 * The palette's field alone, shown until the palette's code has loaded. A native modal dialog, so that typing goes into the field and the page
 * is inert.
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
  /** Why there are no results: loading, or failed. */
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
