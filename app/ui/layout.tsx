import ArrowLeft from 'lucide-react/icons/arrow-left';
import { type ComponentProps, Fragment, type ReactNode, useId } from 'react';
import { cx } from './classes.ts';

/** The column a page's content sits in: 44, 72 or 84 rem wide, with gutters. */
export function Page({
  width,
  className,
  ...rest
}: ComponentProps<'div'> & { width?: 'text' | 'page' | 'wide' }) {
  return <div {...rest} className={cx('page', className)} data-width={width} />;
}

/** A part of a page under its own title. */
export function Section({
  title,
  lead,
  overline,
  tone,
  ruled,
  width,
  children,
  className,
  ...rest
}: Omit<ComponentProps<'section'>, 'title'> & {
  title?: ReactNode;
  lead?: ReactNode;
  overline?: ReactNode;
  tone?: 'paper' | 'sunk' | 'brand';
  /** A hairline above. */
  ruled?: boolean;
  width?: 'text' | 'page' | 'wide';
}) {
  const titleId = useId();
  return (
    <section
      {...rest}
      className={cx('section', className)}
      data-tone={tone}
      data-ruled={ruled || undefined}
      aria-labelledby={title ? titleId : undefined}
    >
      <Page width={width}>
        {title ? (
          <div className="section-head">
            {overline ? <p className="eyebrow">{overline}</p> : null}
            <h2 className="section-title" id={titleId}>
              {title}
            </h2>
            {lead ? <p className="section-lead">{lead}</p> : null}
          </div>
        ) : null}
        {children}
      </Page>
    </section>
  );
}

/** The h1 of a screen, with its lead, what precedes it and what can be done from it. */
export function PageTitle({
  children,
  lead,
  overline,
  before,
  actions,
  size,
  id,
}: {
  children: ReactNode;
  lead?: ReactNode;
  overline?: ReactNode;
  /** A breadcrumb or a link back. */
  before?: ReactNode;
  actions?: ReactNode;
  size?: 'regular' | 'quiet' | 'hero';
  id?: string;
}) {
  return (
    <header className="page-head">
      {before}
      {overline ? <p className="eyebrow">{overline}</p> : null}
      <div className="page-head-row">
        <h1 className="page-title" data-size={size} id={id} tabIndex={-1}>
          {children}
        </h1>
        {actions ? <div className="cluster">{actions}</div> : null}
      </div>
      {lead ? <p className="page-lead">{lead}</p> : null}
    </header>
  );
}

export type Crumb = { label: string; href?: string };

export function Breadcrumb({ label, crumbs }: { label: string; crumbs: readonly Crumb[] }) {
  return (
    <nav className="breadcrumb" aria-label={label}>
      <ol>
        {crumbs.map((crumb) => (
          <li key={crumb.label}>
            {crumb.href ? (
              <a href={crumb.href}>{crumb.label}</a>
            ) : (
              <span aria-current="page">{crumb.label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a className="back-link" href={href}>
      <ArrowLeft aria-hidden="true" />
      {children}
    </a>
  );
}

export function Stack({ gap, className, ...rest }: ComponentProps<'div'> & { gap?: 2 | 4 | 5 | 6 }) {
  return <div {...rest} className={cx('stack', className)} data-gap={gap} />;
}

export function Cluster({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('cluster', className)} />;
}

/** The first link of a page: over the header, to the content. */
export function SkipLink({ children, href = '#main' }: { children: ReactNode; href?: string }) {
  return (
    <a className="skip-link" href={href}>
      {children}
    </a>
  );
}

export function Kbd({ keys }: { keys: readonly string[] }) {
  return (
    <span className="keys">
      {keys.map((key, index) => (
        <Fragment key={key}>
          {index > 0 ? ' ' : null}
          <kbd>{key}</kbd>
        </Fragment>
      ))}
    </span>
  );
}
