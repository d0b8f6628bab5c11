/** Closes a native popover when the keyboard focus leaves it, because it would cover the next focused element. */
export function closePopoversWhenLeft(): void {
  document.addEventListener('focusout', ({ target, relatedTarget }) => {
    const panel = target instanceof Element ? target.closest<HTMLElement>('[popover]') : null;
    if (!panel || !(relatedTarget instanceof Element) || panel.contains(relatedTarget)) return;
    // Its own button toggles it: closing it first would reopen it.
    const opener = relatedTarget.closest('button')?.popoverTargetElement;
    if (opener !== panel && panel.matches(':popover-open')) panel.hidePopover();
  });
}
