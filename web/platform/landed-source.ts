/**
 * The source that this page passes on, as the server wrote it into the page; '' if there is none, on the server and
 * in workers. It is kept in the page's memory only: the URLs of later routes do not have it.
 */
export const landedSource: string =
  typeof document === 'undefined' ? '' : (document.documentElement.dataset['carried'] ?? '');
