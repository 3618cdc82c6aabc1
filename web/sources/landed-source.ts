/**
 * The source that this page passes on, as the server wrote it into the page; '' if there is none, on the server and in
 * workers. It stays in the memory of the page alone: routes that follow have other addresses.
 */
export const landedSource: string =
  typeof document === 'undefined' ? '' : (document.documentElement.dataset['carried'] ?? '');
