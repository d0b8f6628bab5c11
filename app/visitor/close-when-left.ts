import type { FocusEvent } from 'react';

/** Closes a native popover once the keyboard has walked out of it: what is focused next would be hidden behind it. */
export function closeWhenLeft({ currentTarget: panel, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (!(relatedTarget instanceof Element) || panel.contains(relatedTarget)) return;
  // Its own button closes it by itself; closed here first, the press would open it again.
  const opener = relatedTarget.closest('button')?.popoverTargetElement;
  if (opener !== panel && panel.matches(':popover-open')) panel.hidePopover();
}
