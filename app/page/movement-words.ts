import type { MovementDetails } from '#domain/ledger/movement-words.ts';
import { useWords } from '../i18n/t.ts';

/** The label of a movement in the language of the screen; text typed by staff is shown as typed. */
export function useMovementWords() {
  const { tKey } = useWords();
  return (movement: {
    readonly event: string | null;
    readonly description: string | null;
    readonly details: MovementDetails | null;
  }): string =>
    movement.details === null
      ? (movement.description ?? '')
      : tKey(`movements.${movement.event}`, movement.details);
}
