import { cx } from './classes.ts';

export type MoneyProps = {
  /** The amount as the reader's language writes it. */
  text: string;
  size?: 'inline' | 'large' | 'hero';
  /** Right-aligned as a block, for columns. */
  align?: 'end';
  /** Money received: green beside its written plus sign. Ordinary debits stay ink. */
  positive?: boolean;
  /** Hides the figure. The number of dots says nothing about the amount. */
  masked?: boolean;
  /** What is spoken in place of a hidden figure. */
  maskedLabel?: string;
  className?: string;
};

/** An amount in tabular figures, as one text: screen readers outside Chromium read text cut by elements piece by piece. */
export function Money({ text, size, align, positive, masked, maskedLabel, className }: MoneyProps) {
  const look = {
    className: cx('money', 'tabular', className),
    'data-size': size,
    'data-align': align,
    'data-positive': (positive && !masked) || undefined,
  };
  if (masked) {
    return (
      <span {...look} data-masked>
        <span aria-hidden="true">{'••••'}</span>
        <span className="visually-hidden">{maskedLabel}</span>
      </span>
    );
  }
  return <span {...look}>{text}</span>;
}
