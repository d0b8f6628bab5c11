import { Fragment } from 'react';
import { cx } from './classes.ts';

/** The typeface has no U+202F and browsers make one of a tenth of an em, too little to part thousands: it is widened. */
const NARROW_SPACE = '\u202f';

/** What `moneyParts` gives: an amount already cut in the order of the reader's language. */
export type MoneyTextPart = { readonly type: string; readonly text: string };

export type MoneyProps = {
  parts: readonly MoneyTextPart[];
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

/** An amount: tabular, minor units and currency lighter than the units. */
export function Money({ parts, size, align, positive, masked, maskedLabel, className }: MoneyProps) {
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
  return (
    <span {...look}>
      {parts.map((part, index) =>
        part.type === 'units' ? (
          part.text.split(NARROW_SPACE).map((group, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups of one amount never change their order.
            <Fragment key={`${index}-${place}`}>
              {place > 0 ? <span className="money-gap">{NARROW_SPACE}</span> : null}
              {group}
            </Fragment>
          ))
        ) : part.type === 'sign' ? (
          part.text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one amount never change their order.
          <span key={index} className={part.type === 'literal' ? undefined : 'money-light'}>
            {part.text}
          </span>
        ),
      )}
    </span>
  );
}
