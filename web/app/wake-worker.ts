/** The tag of the Background Sync that sends what waits in the outbox. */
export const outboxTag = 'outbox';

/**
 * Asks the browser to wake the service worker as soon as there is a network, also after the page is closed. Where it
 * cannot, the outbox waits for the next page.
 */
export function wakeWorkerLater(): void {
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker
    .getRegistration()
    .then((worker) => (worker as RegistrationWithSync | undefined)?.sync?.register(outboxTag))
    // Refused by the browser or its member.
    .catch(() => undefined);
}

type RegistrationWithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
