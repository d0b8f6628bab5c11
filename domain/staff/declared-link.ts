import * as z from 'zod/mini';

/** What ties a member of the staff to a client (STAFF-40). */
export const LINK_RELATIONS = ['relative', 'partner', 'business'] as const;
export type LinkRelation = (typeof LINK_RELATIONS)[number];

/** « Déclarer un lien »: of oneself, or of a colleague by who may take links back. */
export const declaredLinkInput = z.object({
  /** Of the client's account. */
  clientId: z.uuid(),
  relation: z.enum(LINK_RELATIONS),
  /** The colleague it is of; oneself without it. */
  personId: z.optional(z.uuid()),
});
