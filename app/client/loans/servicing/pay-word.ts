import type { Translate } from '../../../i18n/t.ts';

/** What the button that pays a loan says (LC-71): of one instalment, or of as many as are late. */
export const payWord = (t: Translate, late = 0): string =>
  t('client-loans.servicing.pay.button', { count: Math.max(1, late) });
