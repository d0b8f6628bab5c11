import CircleCheck from 'lucide-react/icons/circle-check';
import Info from 'lucide-react/icons/info';
import OctagonAlert from 'lucide-react/icons/octagon-alert';
import Scale from 'lucide-react/icons/scale';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './classes.ts';

const icons = {
  info: Info,
  success: CircleCheck,
  warning: TriangleAlert,
  danger: OctagonAlert,
  legal: Scale,
};

export type NoticeTone = keyof typeof icons;

/** A remark inside the page. `legal` is for wordings the law fixes: ruled, never coloured, never small. */
export function Notice({
  tone = 'info',
  title,
  actions,
  live,
  className,
  children,
  ...rest
}: Omit<ComponentProps<'div'>, 'title'> & {
  tone?: NoticeTone;
  title?: ReactNode;
  actions?: ReactNode;
  /** The notice appears after something happened: read it out. */
  live?: 'polite' | 'assertive';
}) {
  const Icon = icons[tone];
  return (
    <div
      role={live === 'assertive' ? 'alert' : live === 'polite' ? 'status' : 'note'}
      {...rest}
      className={cx('notice', className)}
      data-tone={tone}
    >
      <Icon className="notice-icon" aria-hidden="true" />
      <div className="notice-body">
        {title ? <p className="notice-title">{title}</p> : null}
        {children ? <div className="notice-text">{children}</div> : null}
        {actions ? <div className="cluster">{actions}</div> : null}
      </div>
    </div>
  );
}
