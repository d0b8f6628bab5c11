import { creditWarning, isLastCreditWarning } from '#domain/loans/legal-wording.ts';
import { legalDay } from '#domain/time/days.ts';
import { storeTheme, themeInUse, themes } from '../page/theme.ts';
import { watchCookieQuestion } from './cookie-question.ts';
import { hideOnScroll } from './hide-on-scroll.ts';
import { fetchAccountAhead } from './near-account.ts';
import { closePopoversWhenLeft } from './popovers.ts';

/**
 * The script of every public page, without React: theme, cookie question, header, popovers. The loader fetches it after the first paint
 * (app/start/inline/islands.js). What answers a form or a simulator is an island.
 */

function showTheme(): void {
  const current = themeInUse();
  for (const button of document.querySelectorAll<HTMLElement>('[data-choose-theme]')) {
    if (button.dataset.chooseTheme === current) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
  }
  for (const radio of document.querySelectorAll<HTMLInputElement>('.mobile-menu input[type="radio"]'))
    radio.checked = radio.value === current;
}

function choose(value: string | undefined): void {
  const theme = themes.find((each) => each === value);
  if (!theme) return;
  storeTheme(theme);
  showTheme();
}

function offerThemes(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-choose-theme]') : null;
    if (!button) return;
    choose(button.dataset.chooseTheme);
    button.closest<HTMLElement>('[popover]')?.hidePopover();
  });
  document.querySelector('.mobile-menu')?.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) choose(target.value);
  });
  showTheme();
}

/** The page carries the sentence of the law of the day it was built; a new wording comes into force on its day. */
function showSentenceInForce(): void {
  const sentences = [...document.querySelectorAll('[data-credit-warning]')];
  if (sentences.every(({ textContent }) => isLastCreditWarning(textContent))) return;
  const { text } = creditWarning(legalDay(new Date()));
  for (const sentence of sentences) if (sentence.textContent !== text) sentence.textContent = text;
}

offerThemes();
showSentenceInForce();
watchCookieQuestion();
hideOnScroll();
closePopoversWhenLeft();
fetchAccountAhead();
if (document.querySelector('.not-found-figure')) console.error('404: no page at', location.pathname);
