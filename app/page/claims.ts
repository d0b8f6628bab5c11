import { claims } from 'virtual:claims';
import { renderableClaims } from '#content/institution/claims.ts';
import { institution } from './institution.ts';

/** The figures that the institution puts forward and may show; a file of its own, so that only pages that show them carry them. */
export const shownClaims = renderableClaims({ mode: institution.mode, claims });
