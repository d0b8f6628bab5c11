import { expect, test } from 'vitest';
import de from '#locales/de/withdrawal-reasons.json' with { type: 'json' };
import fr from '#locales/fr/withdrawal-reasons.json' with { type: 'json' };
import { type KeptRefusal, refusalSentence } from './refusal-sentence.ts';

const wordOf =
  ({ reasons, nothingToPay }: typeof fr) =>
  (key: string) =>
    key === 'withdrawal-reasons.nothingToPay'
      ? nothingToPay
      : reasons[key.replace('withdrawal-reasons.reasons.', '') as keyof typeof reasons];
const refused = (reasonCode: string | null, reasonNote: string | null = null): KeptRefusal => ({
  reasonCode,
  reasonNote,
  failureReason: null,
});
const LATE = "Nous n'avons pas pu traiter ce virement à temps.";
const NOTHING_TO_PAY = 'Aucun paiement ne vous sera demandé pour débloquer ce virement.';

// PAY-39: a late one has the reason `other`, and its sentence alone.
test.each([
  [refused('invalid-iban'), `L'IBAN indiqué n'est pas valable. ${NOTHING_TO_PAY}`],
  [refused('other', LATE), `Nous n'avons pas pu traiter ce virement à temps. ${NOTHING_TO_PAY}`],
  [
    refused('missing-document', "Le relevé d'identité bancaire est illisible"),
    `Un justificatif manque au dossier. Le relevé d'identité bancaire est illisible. ${NOTHING_TO_PAY}`,
  ],
  [
    refused('other', 'Doublon de la demande de mardi.'),
    `Ce virement ne peut pas être exécuté. Doublon de la demande de mardi. ${NOTHING_TO_PAY}`,
  ],
  [refused(null), null],
  [
    {
      reasonCode: 'other',
      reasonNote: null,
      failureReason: 'Le motif tel que la banque le disait alors.',
    },
    'Le motif tel que la banque le disait alors.',
  ],
])('a refusal kept as %j is read as « %s »', (kept, sentence) => {
  expect(refusalSentence(kept, wordOf(fr))).toBe(sentence);
});

test('PAY-39 a late refusal is read in the language of its reader', () => {
  expect(refusalSentence(refused('other', LATE), wordOf(de))).toBe(
    'Wir konnten diese Überweisung nicht rechtzeitig bearbeiten. Für die Freigabe dieser Überweisung wird keine Zahlung von Ihnen verlangt.',
  );
});
