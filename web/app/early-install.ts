declare global {
  interface Window {
    tealightInstall?: Event | undefined;
  }
}

/**
 * Script for the head of a member's page, after others: holds the browser's invitation to install the app, which may come
 * before the program runs and is not repeated.
 */
export const holdEarlyInstall = `;addEventListener('beforeinstallprompt',e=>{e.preventDefault();window.tealightInstall=e},{once:true})`;

/** What came before, once. */
export function takeEarlyInstall(): Event | undefined {
  const { tealightInstall: event } = window;
  delete window.tealightInstall;
  return event;
}
