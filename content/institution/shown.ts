import type { Institution } from './schema.ts';

/**
 * What the code of pages reads of the institution's file, and all that a browser gets of it. The rest is for the server, which fills texts and papers
 * with it: its accounts and limits, who approves what, who approved a template.
 */
const SHOWN = [
  'mode',
  'status',
  'brandName',
  'legalName',
  'address',
  'phone',
  'email',
  'customerServiceEmail',
  'messagingNumber',
  'openingHours',
  'mapUrl',
  'cib',
  'orias',
  'mediator',
  'liability',
  'depositGuaranteeMinor',
  'partnerLenders',
  'shareTargets',
] as const satisfies readonly (keyof Institution)[];

export type ShownInstitution = Pick<Institution, (typeof SHOWN)[number]>;

/** The part of an institution's file that pages are built with. */
export function shownOf(institution: Institution): ShownInstitution {
  return Object.fromEntries(SHOWN.map((name) => [name, institution[name]])) as ShownInstitution;
}
