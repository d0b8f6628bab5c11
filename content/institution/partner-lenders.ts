import * as z from 'zod/mini';
import { lenderCode, MAX_PARTNER_LENDERS } from '#domain/loans/lender-code.ts';
import { LENDER_STATUSES, mayLend } from '#domain/loans/may-lend.ts';

/** The lenders to which a house that does not lend hands requests for loans (LC-6). */

const text = z.string().check(z.trim(), z.minLength(1));

const partnerLender = z.strictObject({
  /** Never given to another lender: consents and transmissions name it. */
  code: lenderCode,
  /** As clients read it. */
  name: text,
  status: z.enum(LENDER_STATUSES),
  /** Code interbancaire, by which a client finds it in the REGAFI. */
  cib: z.string().check(z.regex(/^\d{5}$/)),
});
export type PartnerLender = z.infer<typeof partnerLender>;

export const partnerLenders = z.array(partnerLender).check(
  z.maxLength(MAX_PARTNER_LENDERS),
  z.refine((lenders) => new Set(lenders.map(({ code }) => code)).size === lenders.length),
);

/** What each must be, as the operator reads it at start-up. */
export const LENDERS_EXPECTED = `chaque prêteur partenaire doit donner un code qui ne sert qu'une fois, son nom, son statut (${LENDER_STATUSES.join(', ')}) et son CIB de cinq chiffres.`;

/**
 * LC-6: a live house that does not lend names to whom it transmits; one that does decides its requests itself.
 * @param fictionalWord what only names of a demonstration hold.
 * @returns French sentences, none when nothing is wrong.
 */
export function lenderProblems(
  institution: {
    readonly mode: string;
    readonly status: string;
    readonly partnerLenders?: readonly PartnerLender[] | undefined;
  },
  fictionalWord: RegExp,
): string[] {
  const { partnerLenders: lenders = [] } = institution;
  if (mayLend(institution))
    return lenders.length === 0
      ? []
      : [
          'un établissement qui prête décide lui-même de ses demandes\u00a0: il ne nomme aucun prêteur partenaire.',
        ];
  if (lenders.length === 0)
    return [
      'un établissement qui ne prête pas doit nommer les prêteurs auxquels il transmet les demandes de prêt.',
    ];
  return lenders.flatMap(({ name, cib }) => [
    ...(fictionalWord.test(name) ? [`«\u00a0${name}\u00a0» est une donnée de démonstration.`] : []),
    ...(/^0+$/.test(cib) ? [`le CIB de «\u00a0${name}\u00a0» est fictif.`] : []),
  ]);
}
