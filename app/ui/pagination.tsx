import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from './button.tsx';

type Steps = {
  label: string;
  /** Where the reader is, e.g. « 21 to 40 of 312 ». */
  position: ReactNode;
  previousLabel: string;
  nextLabel: string;
};

/** Previous and next, by address or by press; what is not given is not offered. */
export function Pagination({
  label,
  position,
  previousLabel,
  nextLabel,
  previousHref,
  nextHref,
  onPrevious,
  onNext,
}: Steps & {
  previousHref?: string;
  nextHref?: string;
  onPrevious?: () => void;
  onNext?: () => void;
}) {
  return (
    <nav className="pagination" aria-label={label}>
      <p className="pagination-position tabular" aria-live="polite">
        {position}
      </p>
      <PageStep
        label={previousLabel}
        href={previousHref}
        onPress={onPrevious}
        icon={<ChevronLeft aria-hidden="true" />}
      />
      <PageStep
        label={nextLabel}
        href={nextHref}
        onPress={onNext}
        icon={<ChevronRight aria-hidden="true" />}
      />
    </nav>
  );
}

function PageStep({
  label,
  href,
  onPress,
  icon,
}: {
  label: string;
  href?: string;
  onPress?: () => void;
  icon: ReactNode;
}) {
  const look = { className: 'btn btn-icon', title: label, 'data-size': 'dense' };
  return href ? (
    <a href={href} {...look}>
      {icon}
    </a>
  ) : (
    <button type="button" {...look} disabled={!onPress} onClick={onPress}>
      {icon}
    </button>
  );
}

/** For lists that are read downwards. When nothing is left it says so: every list ends. */
export function LoadMore({
  label,
  loadingText,
  endText,
  hasMore,
  loading,
  onLoad,
}: {
  label: string;
  loadingText: string;
  endText: string;
  hasMore: boolean;
  loading?: boolean;
  onLoad: () => void;
}) {
  const end = useRef<HTMLParagraphElement>(null);
  const isPressed = useRef(false);
  // The button that was pressed goes with the last page: from the body the keyboard would begin at the top again.
  useEffect(() => {
    if (!hasMore && isPressed.current && document.activeElement === document.body) end.current?.focus();
  }, [hasMore]);
  return (
    <div className="load-more">
      {hasMore ? (
        <Button
          size="dense"
          loading={loading}
          loadingText={loadingText}
          onClick={() => {
            isPressed.current = true;
            onLoad();
          }}
        >
          {label}
        </Button>
      ) : (
        <p ref={end} tabIndex={-1}>
          {endText}
        </p>
      )}
    </div>
  );
}
