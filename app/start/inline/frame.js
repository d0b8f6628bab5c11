// Runs behind the prerendered frame of a signed-in area, before it is painted: folds the side menu where it will be folded once the screen
// is alive, by the rule of app/office/side-menu.ts, or the frame would change its width under the eyes.
((days) => {
  let isFolded = matchMedia('(max-width: 1023px)').matches;
  try {
    const [state, at] = (localStorage.getItem('side-menu') ?? '').split('@');
    if (Date.now() - Number(at) < days * 86_400_000 && /^(open|folded)$/.test(state))
      isFolded = state === 'folded';
  } catch {
    // Storage refused: by the width of the window alone.
  }
  if (isFolded) document.querySelector('.office').dataset.folded = 'true';
})(7);
