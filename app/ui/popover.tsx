import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { cx } from './classes.ts';

/** Minimum distance of a panel from the edge of the screen, in pixels. */
const EDGE = 8;

type Placement = 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end';

/** Near an edge of the screen the panel opens to the other side. */
function usePlacement(panel: RefObject<HTMLElement | null>, open: boolean, placement: Placement) {
  useLayoutEffect(() => {
    const box = panel.current;
    if (!open || !box) return;
    const { left, right, top, bottom } = box.getBoundingClientRect();
    let [side, edge] = placement.split('-');
    if (left < EDGE) edge = 'start';
    else if (right > document.documentElement.clientWidth - EDGE) edge = 'end';
    if (side === 'bottom' && bottom > innerHeight && top > innerHeight / 2) side = 'top';
    else if (side === 'top' && top < 0) side = 'bottom';
    box.dataset.placement = `${side}-${edge}`;
  }, [panel, open, placement]);
}

/**
 * A button and the small panel it opens. Escape closes and gives the focus back; leaving it closes it. Content may be a
 * function that receives `close`.
 */
export function Popover({
  label,
  button,
  placement = 'bottom-start',
  panelLabel,
  children,
  className,
}: {
  /** The button's content. */
  label: ReactNode;
  button?: Omit<ButtonProps, 'children' | 'onClick'>;
  placement?: Placement;
  panelLabel: string;
  children: ReactNode | ((close: () => void) => ReactNode);
  className?: string;
}) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLElement>(null);

  usePlacement(panel, open, placement);
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!frame.current?.contains(event.target as Node)) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      event.preventDefault();
      setOpen(false);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', closeOnEscape, true);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', closeOnEscape, true);
    };
  }, [open]);

  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };

  return (
    <div className={cx('popover-frame', className)} ref={frame}>
      <Button
        {...button}
        ref={trigger}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open ? (
        <section className="popover" ref={panel} id={id} data-placement={placement} aria-label={panelLabel}>
          {typeof children === 'function' ? children(close) : children}
        </section>
      ) : null}
    </div>
  );
}

/** The links and buttons inside a popover, one under the other. Children are li elements with a .menu-item. */
export function MenuList({ children }: { children: ReactNode }) {
  return <ul className="menu-list">{children}</ul>;
}
