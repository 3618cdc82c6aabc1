/**
 * The hosts of the push services of browsers, which alone are called: an endpoint is whatever a browser says it is. One
 * that begins with a dot stands for all names under it.
 */
export const pushServiceHosts: readonly string[] = [
  // Chrome, Opera, Samsung Internet, Edge on Android
  'fcm.googleapis.com',
  // Firefox
  'updates.push.services.mozilla.com',
  // Safari
  '.push.apple.com',
  // Edge on Windows
  '.notify.windows.com',
];
