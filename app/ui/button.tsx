import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from './classes.ts';

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger' | 'danger-quiet';
export type ButtonSize = 'regular' | 'dense' | 'large';

type Look = {
  /** One primary per screen. */
  tone?: ButtonTone;
  size?: ButtonSize;
  icon?: ReactNode;
  iconEnd?: ReactNode;
  /** Takes the whole width of its container. */
  block?: boolean;
};

export type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** The action is under way: the button keeps its focus and its width, and answers no further press. */
    loading?: boolean;
    /** What is happening, in place of the label. */
    loadingText?: string;
  };

export function Button({
  tone = 'secondary',
  size,
  icon,
  iconEnd,
  block,
  loading = false,
  loadingText,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  // It keeps its focus, which `disabled` would take.
  const isIdle = loading || rest['aria-disabled'] === true || rest['aria-disabled'] === 'true';
  const clickUnlessIdle = (event: MouseEvent<HTMLButtonElement>) => {
    if (isIdle) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={cx('btn', className)}
      data-tone={tone}
      data-size={size}
      data-block={block || undefined}
      aria-busy={loading || undefined}
      aria-disabled={isIdle || undefined}
      onClick={clickUnlessIdle}
    >
      {loading ? <span className="spinner" aria-hidden="true" /> : icon}
      <span className="btn-label">{loading && loadingText ? loadingText : children}</span>
      {iconEnd}
    </button>
  );
}

export function LinkButton({
  tone = 'secondary',
  size,
  icon,
  iconEnd,
  block,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & { href: string } & Look) {
  return (
    <a
      {...rest}
      className={cx('btn', className)}
      data-tone={tone}
      data-size={size}
      data-block={block || undefined}
    >
      {icon}
      <span className="btn-label">{children}</span>
      {iconEnd}
    </a>
  );
}

/** A button that is only an icon. Its title is shown, and is its name: with `aria-label` as well, screen readers say it twice. */
export function IconButton({
  label,
  children,
  className,
  size,
  tone = 'quiet',
  type = 'button',
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & {
  label: string;
  size?: ButtonSize;
  tone?: ButtonTone;
}) {
  return (
    <button
      {...rest}
      type={type}
      className={cx('btn', 'btn-icon', className)}
      data-tone={tone}
      data-size={size}
      title={label}
    >
      {children}
    </button>
  );
}
