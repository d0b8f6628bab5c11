import { claims } from 'virtual:claims';
import { renderableClaims } from '#content/institution/claims.ts';
import { institution } from './institution.ts';

/** The institution's marketing claims that may be shown, in a separate file so that only pages that show them load them. */
export const shownClaims = renderableClaims({ mode: institution.mode, claims });
