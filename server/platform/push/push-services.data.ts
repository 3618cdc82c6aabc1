/**
 * The only hosts that get pushes, because a browser can claim any endpoint. A leading dot stands for all subdomains.
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
