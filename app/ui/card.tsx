import type { ComponentProps, ReactNode } from 'react';
import { cx } from './classes.ts';

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
