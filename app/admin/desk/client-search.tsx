import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { query } from '../../api/queries.ts';
import { useT } from '../../i18n/t.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

/** A client whom a search found, by their account. */
export interface FoundClient {
  readonly id: string;
  readonly name: string;
}

/** Characters from which a search is worth asking. */
const MIN_SEARCH = 2;
const SHOWN = 5;

/** A field that finds a client by name, e-mail or IBAN, with those found as buttons under it; the one chosen can be changed. */
export function ClientSearch({
  label,
  hint,
  chosen,
  first = [],
  onChoose,
  isAutofocused = false,
}: {
  label: string;
  hint?: string;
  chosen: FoundClient | null;
  /** Shown before any search: proposals. */
  first?: readonly FoundClient[];
  onChoose: (client: FoundClient | null) => void;
  isAutofocused?: boolean;
}) {
  const t = useT();
  const [q, setQ] = useState('');
  const isSearching = q.trim().length >= MIN_SEARCH;
  const found = useQuery({
    ...query.clients.list.queryOptions({ input: { q: q.trim(), limit: SHOWN } }),
    enabled: isSearching,
    placeholderData: (before) => before,
  });
  const searched = (isSearching ? (found.data?.clients ?? []) : [])
    .map(({ id, displayName }) => ({ id, name: displayName }))
    .filter(({ id }) => !first.some((one) => one.id === id));
  if (chosen)
    return (
      <div className="client-chosen">
        <span className="field-label">{label}</span>
        <div className="cluster">
          <strong>{chosen.name}</strong>
          <Button size="dense" tone="quiet" onClick={() => onChoose(null)}>
            {t('admin.changeClient')}
          </Button>
        </div>
      </div>
    );
  return (
    <div className="stack" data-gap="2">
      <TextField
        label={label}
        {...(hint ? { hint } : {})}
        type="search"
        value={q}
        {...(isAutofocused ? { 'data-autofocus': true } : {})}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <div className="cluster" role="status">
        {[...first, ...searched].map((one) => (
          <Button key={one.id} size="dense" onClick={() => onChoose(one)}>
            {one.name}
          </Button>
        ))}
        {isSearching && found.isSuccess && searched.length === 0 ? (
          <span className="cell-note">{t('admin.noClientFound')}</span>
        ) : null}
      </div>
    </div>
  );
}
