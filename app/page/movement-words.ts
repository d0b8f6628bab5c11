import { type MovementDetails, movementLabelOf } from '#domain/ledger/movement-words.ts';
import { isCalendarDate } from '#domain/time/calendar-date.ts';
import { useFormats } from '../i18n/format.ts';
import { useWords } from '../i18n/t.ts';

/** The label of a movement in the language of the screen; text typed by staff is shown as typed. */
export function useMovementWords() {
  const { tKey } = useWords();
  const { day } = useFormats();
  const inWords = (details: MovementDetails): MovementDetails =>
    Object.fromEntries(
      Object.entries(details).map(([name, value]) => [
        name,
        // « …0189 » stays on one line.
        name === 'ibanEnd'
          ? `\u2060${value}`
          : typeof value === 'string' && isCalendarDate(value)
            ? day(value)
            : value,
      ]),
    );
  return (movement: {
    readonly event: string | null;
    readonly description: string | null;
    readonly details: MovementDetails | null;
  }): string =>
    movement.details === null
      ? (movement.description ?? '')
      : tKey(`movements.${movementLabelOf(movement.event ?? '')}`, inWords(movement.details));
}
