interface Read {
  /** Of the page that is open. */
  path: string;
  /** How many are unread. */
  messages: number;
  likes: number;
}

/**
 * Closes the notifications that have nothing left to tell: those that lead to the page that is open, and those of kinds of
 * which nothing is unread, wherever it was read.
 */
export async function closeRead({ path, messages, likes }: Read): Promise<void> {
  if (!('serviceWorker' in navigator && 'Notification' in globalThis)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const shown of (await registration?.getNotifications()) ?? []) {
    const left = shown.tag === 'like' ? likes : messages;
    if (left === 0 || (shown.data as { path?: unknown } | null)?.path === path) shown.close();
  }
}
