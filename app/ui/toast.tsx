import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { arrive, dismissToast, type Toast, toasts } from './toasts.ts';

const icons = { success: CircleCheck, info: Info, warning: TriangleAlert, destructive: OctagonAlert };

const none: readonly Toast[] = [];

/**
 * Shows what `toast()` says, and reads it out politely. One per page, mounted from the first paint so that the live
 * region exists before it speaks. It moves into the topmost modal dialog while one is open: outside, it would be inert.
 */
export function ToastHost({ label, closeLabel }: { label: string; closeLabel: string }) {
  const shown = useSyncExternalStore(
    toasts.subscribe,
    () => toasts.list(),
    () => none,
  );
  const [home, setHome] = useState<HTMLElement | null>(null);

  // Each area mounts its own host: a new one means that navigation has finished.
  useEffect(arrive, []);

  useEffect(() => {
    const element = document.createElement('div');
    // React Aria hides everything outside its modals from screen readers, except what carries this mark.
    element.dataset.reactAriaTopLayer = 'true';
    document.body.append(element);
    setHome(element);
    const settle = () => {
      const modal = [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1) ?? document.body;
      if (element.parentElement !== modal) modal.append(element);
    };
    const watch = new MutationObserver(settle);
    watch.observe(document.body, { subtree: true, attributeFilter: ['open'] });
    return () => {
      watch.disconnect();
      element.remove();
    };
  }, []);

  if (!home) return null;
  return createPortal(
    <section className="toasts" aria-label={label} aria-live="polite" aria-relevant="additions text">
      {shown.map((item) => (
        <ToastCard key={item.id} item={item} closeLabel={closeLabel} />
      ))}
    </section>,
    home,
  );
}

function ToastCard({ item, closeLabel }: { item: Toast; closeLabel: string }) {
  const [held, setHeld] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const Icon = icons[item.tone];

  useEffect(() => {
    if (held) return;
    const timer = setInterval(() => {
      // Behind a newer one on a telephone: it has not been read yet.
      if (card.current?.checkVisibility()) dismissToast(item.id);
    }, item.durationMs);
    return () => clearInterval(timer);
  }, [held, item.id, item.durationMs]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at a toast only keeps it from leaving.
    <div
      ref={card}
      className="toast"
      data-tone={item.tone}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon className="toast-icon" aria-hidden="true" />
      <div className="toast-text">
        <p className="toast-title">{item.title}</p>
        {item.description ? <p className="toast-description">{item.description}</p> : null}
        {item.onTheWay ? <p className="toast-description">{item.onTheWay}</p> : null}
        {item.action ? (
          <button
            type="button"
            className="toast-action"
            onClick={() => {
              item.action?.onPress();
              dismissToast(item.id);
            }}
          >
            {item.action.label}
          </button>
        ) : null}
      </div>
      <button
        type="button"
        className="toast-close"
        aria-label={closeLabel}
        onClick={() => dismissToast(item.id)}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  );
}
