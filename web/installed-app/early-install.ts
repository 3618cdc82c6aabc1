declare global {
  interface Window {
    tealightInstall?: Event | undefined;
  }
}

/** Script for the head: holds the `beforeinstallprompt` event, which may precede the app's code and is not repeated. */
export const holdEarlyInstall = `;addEventListener('beforeinstallprompt',e=>{e.preventDefault();window.tealightInstall=e},{once:true})`;

export function popInstallEvent(): Event | undefined {
  const { tealightInstall: event } = window;
  delete window.tealightInstall;
  return event;
}
