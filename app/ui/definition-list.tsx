import type { ReactNode } from 'react';

export type Definition = { term: ReactNode; value: ReactNode; key?: string; strong?: boolean };

/**
 * Terms and values. `ledger` sets them like a receipt, value at the right after a dotted line; `columns` under one
 * another in two columns; plain is term left, value beside.
 */
export function DefinitionList({
  items,
  look = 'plain',
}: {
  items: readonly Definition[];
  look?: 'plain' | 'ledger' | 'columns';
}) {
  return (
    <dl className="definitions" data-look={look}>
      {items.map((item, index) => (
        <div key={item.key ?? index} className="definition" data-strong={item.strong || undefined}>
          <dt>{item.term}</dt>
          <dd className={look === 'ledger' ? 'tabular' : undefined}>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
