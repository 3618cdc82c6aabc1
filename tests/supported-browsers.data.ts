const sameName = 'one of our methods, or of a package, has the name of a new browser method';
const lookedFor = 'called only where the browser has it';
const looks = 'only the look differs: the browser ignores a property that it does not know';
const noPointer = 'phones have no pointer and no corner to drag, and lose nothing';

/** Features that the built pages use although a supported browser lacks them, with the reason why nothing breaks. */
export const newerFeatures: Readonly<Record<string, string>> = {
  '.build()': sameName,
  '.bytes()': sameName,
  '.country()': sameName,
  '.createContext()': sameName,
  '.destroy()': sameName,
  '.drop()': sameName,
  '.fetch()': sameName,
  '.format()': sameName,
  '.profiles()': sameName,
  '.retry()': sameName,
  '.use()': sameName,
  '.clearAppBadge()': lookedFor,
  '.setAppBadge()': lookedFor,
  '.skipTransition()': 'called only after `startViewTransition`, for which the router checks',
  '.startViewTransition()': 'the router checks for it; React calls it for a component that no page has',
  'window.CloseWatcher': lookedFor,
  ':open': 'is in `:is()`, which ignores unknown selectors, beside `[open]`',
  ':popover-open': 'is in `:is()`, which ignores unknown selectors, and no page has a popover',
  '@media (scripting)': 'matters only where JavaScript is turned off; the README says so',
  '@property': 'Tailwind sets the same variables in another way where it is missing',
  'contain-intrinsic-size': 'goes with `content-visibility`',
  'content-visibility': 'only spares the browser work',
  'cursor: grab': noPointer,
  'cursor: grabbing': noPointer,
  'cursor: not-allowed': noPointer,
  'cursor: pointer': noPointer,
  resize: noPointer,
  'forced-color-adjust': 'such a browser has no forced colors either',
  'field-sizing': 'a script makes the field grow where the browser does not',
  'grid-template-columns: subgrid': 'the fields of a mandate are below each other, as on a phone',
  'overflow-anchor': 'a browser without scroll anchoring has none to turn off',
  'scrollbar-color': looks,
  'scrollbar-width': looks,
  'text-wrap': looks,
  'text-wrap-style': looks,
};
