import X from 'lucide-react/icons/x';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { cx } from './classes.ts';

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  closeLabel: string;
  children?: ReactNode;
  /** The buttons; the primary one last. */
  footer?: ReactNode;
  size?: 'small' | 'regular' | 'wide';
  /** A press outside does not close: for forms half filled. Escape and the close button still do. */
  keepOnOutsidePress?: boolean;
  className?: string;
};

/**
 * The native modal dialog: the browser keeps the focus inside, closes on Escape and gives the focus back. A sheet at
 * the bottom of the screen on telephones. Only native fields inside: the pickers of rich/ need rich/modal.tsx.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, closeLabel, children, footer, size, keepOnOutsidePress } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  // Layout effects end before the element leaves the page: closing there gives the focus back to where it came from.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    element.showModal();
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? heading.current;
    first?.focus({ preventScroll: true });
    return () => element.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      className={cx('dialog', props.className)}
      data-size={size}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        close.current();
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current && !keepOnOutsidePress) close.current();
      }}
    >
      {open ? (
        <div className="dialog-frame">
          <header className="dialog-head">
            <h2 className="dialog-title" id={`${id}-title`} ref={heading} tabIndex={-1}>
              {title}
            </h2>
            <IconButton label={closeLabel} className="dialog-close" onClick={onClose}>
              <X aria-hidden="true" />
            </IconButton>
          </header>
          <div className="dialog-body">
            {description ? (
              <p className="dialog-description" id={`${id}-description`}>
                {description}
              </p>
            ) : null}
            {children}
          </div>
          {footer ? <footer className="dialog-foot">{footer}</footer> : null}
        </div>
      ) : null}
    </dialog>
  );
}
