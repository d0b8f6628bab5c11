import Bell from 'lucide-react/icons/bell';
import type { ReactNode } from 'react';
import { Popover } from '../ui/popover.tsx';

/** The bell of a signed-in area, with the number of unread notices; it opens their list. */
export function NoticeBell({
  unread,
  title,
  label,
  children,
}: {
  unread: number;
  title: string;
  /** What the button does, and how many are unread. */
  label: string;
  /** The list; following a notice closes it. */
  children: (close: () => void) => ReactNode;
}) {
  return (
    <Popover
      className="notice-bell"
      placement="bottom-end"
      panelLabel={title}
      label={
        <>
          <Bell aria-hidden="true" />
          {unread > 0 ? <span className="notice-count tabular">{unread > 99 ? '99+' : unread}</span> : null}
        </>
      }
      button={{ tone: 'quiet', className: 'btn-icon', 'aria-label': label }}
    >
      {(close) => (
        <div className="notices">
          <div className="notices-head">
            <h2 className="notices-title">{title}</h2>
          </div>
          {children(close)}
        </div>
      )}
    </Popover>
  );
}
