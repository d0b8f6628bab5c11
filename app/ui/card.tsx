import type { ComponentProps, ReactNode } from 'react';
import { cx } from './classes.ts';
import { Link } from './link.tsx';

/** A surface with a hairline. `ledge` gives it the counter's edge: reserve it for the main figure of a screen. */
export function Card({
  title,
  actions,
  footer,
  ledge,
  flush,
  headingLevel: Heading = 'h2',
  className,
  children,
  ...rest
}: Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode;
  actions?: ReactNode;
  footer?: ReactNode;
  ledge?: boolean;
  /** No padding around the content: for lists and tables that run to the edges. */
  flush?: boolean;
  headingLevel?: 'h2' | 'h3' | 'h4';
}) {
  return (
    <section
      {...rest}
      className={cx('card', className)}
      data-ledge={ledge || undefined}
      data-flush={flush || undefined}
    >
      {title || actions ? (
        <header className="card-head">
          {title ? <Heading className="card-title">{title}</Heading> : <span />}
          {actions ? <div className="card-actions">{actions}</div> : null}
        </header>
      ) : null}
      <div className="card-body">{children}</div>
      {footer ? <footer className="card-foot">{footer}</footer> : null}
    </section>
  );
}

/** A card that is one link: the title is the link, the whole surface answers. */
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
          <Link href={href}>{title}</Link>
        </Heading>
        {children ? <div className="link-card-text">{children}</div> : null}
        {footer ? <div className="link-card-foot">{footer}</div> : null}
      </div>
    </article>
  );
}
