const sameName = 'a method of ours or of a package has the name of a new one of the browser';
const lookedFor = 'called only where the browser has it';
const looks = 'only looks differ: the browser leaves out what it does not know';
const noPointer = 'phones have no pointer and no corner to drag, and lose nothing';

/** Features that the built pages use although a supported browser lacks them, with the reason why nothing breaks. */
export const newerFeatures: Readonly<Record<string, string>> = {
  '.build()': sameName,
  '.country()': sameName,
  '.createContext()': sameName,
  '.destroy()': sameName,
  '.drop()': sameName,
  '.fetch()': sameName,
  '.format()': sameName,
  '.profiles()': sameName,
  '.retry()': sameName,
  '.use()': sameName,
  '.checkVisibility()': lookedFor,
  '.clearAppBadge()': lookedFor,
  '.setAppBadge()': lookedFor,
  '.skipTransition()': 'called only after `startViewTransition`, which is looked for',
  '.startViewTransition()': 'looked for by the router; React calls it for a component that no page has',
  'window.CloseWatcher': lookedFor,
  ':open': 'stands in `:is()`, which passes over what it does not know, beside `[open]`',
  ':popover-open': 'stands in `:is()`, which passes over what it does not know, and no page has a popover',
  '@media (scripting)': 'matters only where JavaScript is turned off; the README says so',
  '@property': 'Tailwind sets the same variables in another way where it is missing',
  'contain-intrinsic-size': 'goes with `content-visibility`',
  'content-visibility': 'only spares the browser work',
  'cursor: grab': noPointer,
  'cursor: grabbing': noPointer,
  'cursor: not-allowed': noPointer,
  'cursor: pointer': noPointer,
  resize: noPointer,
  'field-sizing': 'a script makes the field grow where the browser does not',
  'grid-template-columns: subgrid': 'the fields of a mandate stand below each other, as on a phone',
  'overflow-anchor': 'without anchoring by the browser there is none to turn off',
  'scrollbar-color': looks,
  'scrollbar-width': looks,
  'text-wrap': looks,
  'text-wrap-style': looks,
};
