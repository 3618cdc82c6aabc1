/** The tag of the Background Sync that sends the outbox. */
export const outboxTag = 'outbox';

/**
 * Asks the browser to wake the service worker once the network is back, even if the page is closed by then. Without
 * Background Sync, the outbox waits for the next page.
 */
export function wakeWorkerLater(): void {
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker
    .getRegistration()
    .then((worker) => (worker as RegistrationWithSync | undefined)?.sync?.register(outboxTag))
    // Refused by the browser or its user: the outbox waits for the next page.
    .catch(() => undefined);
}

type RegistrationWithSync = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };
