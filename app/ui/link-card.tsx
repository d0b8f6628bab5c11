import type { ReactNode } from 'react';
import { cx } from './classes.ts';

/** A card with one link: the title is the link, the whole surface is clickable. */
export function LinkCard({
  href,
  title,
  icon,
  overline,
  headingLevel: Heading = 'h3',
  children,
  footer,
  className,
}: {
  href: string;
  title: ReactNode;
  icon?: ReactNode;
  overline?: ReactNode;
  headingLevel?: 'h2' | 'h3' | 'h4';
  children?: ReactNode;
  footer?: ReactNode;
  className?: string;
}) {
  return (
    <article className={cx('card', 'link-card', className)}>
      <div className="card-body">
        {icon ? <div className="link-card-icon">{icon}</div> : null}
        {overline ? <p className="eyebrow">{overline}</p> : null}
        <Heading className="card-title">
          <a href={href}>{title}</a>
        </Heading>
        {children ? <div className="link-card-text">{children}</div> : null}
        {footer ? <div className="link-card-foot">{footer}</div> : null}
      </div>
    </article>
  );
}
