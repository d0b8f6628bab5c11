import ArrowDownLeft from 'lucide-react/icons/arrow-down-left';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { useFormats } from '../../i18n/format.ts';
import { useT } from '../../i18n/t.ts';
import { useMovementWords } from '../../page/movement-words.ts';
import { AccountAmount } from '../accounts/account-amount.tsx';
import type { Movement } from '../accounts/overview.ts';
import { movementHref } from '../frame/sections.ts';

/** One movement, as a link to its page: label, date, reference, and signed amount. */
export function MovementRow({
  movement,
  withBalance,
  note,
}: {
  movement: Movement;
  withBalance?: boolean;
  /** What is said below the movement. */
  note?: string | undefined;
}) {
  const t = useT();
  const format = useFormats();
  const named = useMovementWords();
  const isCredit = movement.amountMinor > 0;
  const Icon = isCredit ? ArrowDownLeft : ArrowUpRight;
  const { original } = movement;
  return (
    <li>
      <a className="movement" href={movementHref(movement.id)}>
        <span className="movement-mark" data-credit={isCredit || undefined}>
          <Icon aria-hidden="true" />
          <span className="visually-hidden">
            {isCredit ? t('client.movements.credit') : t('client.movements.debit')}
          </span>
        </span>
        <div className="movement-text">
          <p className="movement-title">{named(movement)}</p>
          <p className="movement-note tabular">
            {withBalance ? null : <time dateTime={movement.createdAt}>{format.day(movement.createdAt)}</time>}
            <span>{t('client.movements.reference', { reference: movement.referenceNumber })}</span>
          </p>
          {movement.valueDay ? (
            <p className="movement-note tabular">
              {t('client.movements.valueDay', { date: format.day(movement.valueDay) })}
            </p>
          ) : null}
          {original ? (
            <p className="movement-note tabular">
              {t(original.rateAsOf ? 'client.movements.convertedOn' : 'client.movements.converted', {
                amount: format.amount(original.amountMinor, original.currency),
                rate: format.exchangeRate(original.rate),
                date: original.rateAsOf ? format.day(original.rateAsOf) : '',
              })}
            </p>
          ) : null}
          {note ? <p className="movement-note">{note}</p> : null}
        </div>
        <div className="movement-figures">
          <AccountAmount
            minor={movement.amountMinor}
            currency={movement.currency}
            signed
            positive={isCredit}
            align="end"
          />
          {withBalance ? (
            <p className="movement-balance">
              <AccountAmount minor={movement.balanceAfterMinor} currency={movement.currency} />
            </p>
          ) : null}
        </div>
      </a>
    </li>
  );
}

export function MovementList({ movements }: { movements: readonly Movement[] }) {
  return (
    <ul className="movements">
      {movements.map((movement) => (
        <MovementRow key={movement.id} movement={movement} />
      ))}
    </ul>
  );
}
