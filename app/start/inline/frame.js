// Runs after the prerendered frame of a signed-in area, before its paint: folds the side menu by the rule of app/office/side-menu.ts, so that
// the frame keeps its width when the screen is rendered.
((days) => {
  let isFolded = matchMedia('(max-width: 1023px)').matches;
  try {
    const [state, at] = (localStorage.getItem('side-menu') ?? '').split('@');
    if (Date.now() - Number(at) < days * 86_400_000 && /^(open|folded)$/.test(state))
      isFolded = state === 'folded';
  } catch {
    // Storage is unavailable: decide by the width of the window alone.
  }
  if (isFolded) document.querySelector('.office').dataset.folded = 'true';
})(7);
