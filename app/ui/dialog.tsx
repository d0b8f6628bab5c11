import X from 'lucide-react/icons/x';
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { IconButton } from './button.tsx';
import { cx } from './classes.ts';

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** The name of the cross; none for a dialog that one of its buttons alone ends. */
  closeLabel?: string;
  children?: ReactNode;
  /** The buttons; the primary one last. */
  footer?: ReactNode;
  size?: 'small' | 'regular' | 'wide';
  /** A press outside does not close, for partly filled forms. Escape and the close button still do. */
  keepOnOutsidePress?: boolean;
  /** Escape, the cross and a press outside do not close it: its call is under way, or one of its buttons has to be pressed. */
  isLocked?: boolean;
  className?: string;
};

/** Milliseconds after opening in which the second press of a double click is ignored. */
const DOUBLE_CLICK_MS = 700;

const REACHED = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** A body that scrolls and holds nothing to tab to takes the focus itself: not every browser lets the arrows scroll it otherwise. */
function letBodyScroll(dialog: HTMLElement): void {
  const body = dialog.querySelector<HTMLElement>('.dialog-body');
  if (!body) return;
  if (body.scrollHeight > body.clientHeight && !body.querySelector(REACHED)) body.tabIndex = 0;
  else body.removeAttribute('tabindex');
}

/**
 * Shows the dialog while it is open, with the focus on its first control or its title.
 * @returns whether a press is the second of the double click that opened it: it would close it, or press a button under the pointer.
 */
function useShownModally(
  open: boolean,
  dialog: RefObject<HTMLDialogElement | null>,
  heading: RefObject<HTMLElement | null>,
): (event: MouseEvent) => boolean {
  const openedAtMs = useRef(0);
  // Layout effects are cleaned up before the element is removed: closing there returns the focus to its origin.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!open || !element) return;
    element.showModal();
    openedAtMs.current = performance.now();
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? heading.current;
    first?.focus({ preventScroll: true });
    // A control that its own press takes away (« Retirer ») leaves the focus to nobody: the title takes it.
    let last = document.activeElement;
    const remember = () => {
      last = document.activeElement;
    };
    element.addEventListener('focusin', remember);
    const sized = new ResizeObserver(() => letBodyScroll(element));
    sized.observe(element);
    const watch = new MutationObserver(() => {
      letBodyScroll(element);
      if (!last?.isConnected && document.activeElement === document.body)
        heading.current?.focus({ preventScroll: true });
    });
    watch.observe(element, { childList: true, subtree: true });
    return () => {
      watch.disconnect();
      sized.disconnect();
      element.removeEventListener('focusin', remember);
      element.close();
    };
  }, [open, dialog, heading]);
  return (event) => event.detail > 1 && performance.now() - openedAtMs.current < DOUBLE_CLICK_MS;
}

/**
 * The native modal dialog: the browser keeps the focus inside, closes on Escape and gives the focus back. A sheet at
 * the bottom of the screen on telephones. Only native fields inside: the pickers of rich/ need rich/modal.tsx.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, closeLabel, children, footer, size } = props;
  const { keepOnOutsidePress, isLocked } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  const isOfOpening = useShownModally(open, dialog, heading);
  return (
    <dialog
      ref={dialog}
      className={cx('dialog', props.className)}
      data-size={size}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-description` : undefined}
      onKeyDown={(event) => {
        // Browsers let a second Escape close the dialog even if the first was prevented.
        if (isLocked && event.key === 'Escape') event.preventDefault();
      }}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        if (!isLocked) close.current();
      }}
      onMouseDown={(event) => {
        if (event.target !== dialog.current || keepOnOutsidePress || isLocked || isOfOpening(event)) return;
        close.current();
      }}
      onClickCapture={(event) => {
        if (!isOfOpening(event)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {open ? (
        <div className="dialog-frame">
          <div className="dialog-head">
            <h2 className="dialog-title" id={`${id}-title`} ref={heading} tabIndex={-1}>
              {title}
            </h2>
            {closeLabel ? (
              <IconButton
                label={closeLabel}
                className="dialog-close"
                aria-disabled={isLocked || undefined}
                onClick={() => {
                  if (!isLocked) onClose();
                }}
              >
                <X aria-hidden="true" />
              </IconButton>
            ) : null}
          </div>
          <div className="dialog-body">
            {description ? (
              <p className="dialog-description" id={`${id}-description`}>
                {description}
              </p>
            ) : null}
            {children}
          </div>
          {footer ? <div className="dialog-foot">{footer}</div> : null}
        </div>
      ) : null}
    </dialog>
  );
}
