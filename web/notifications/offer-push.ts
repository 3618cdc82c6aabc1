import type { QueryClient } from '@tanstack/react-query';

import type { Language } from '../../contract/platform/languages.ts';
import type { SentenceId } from '../../locales/parts.ts';
import { errorText } from '../platform/calls/errors.ts';
import { settingsQuery } from '../platform/calls/queries.ts';
import { type Say, loadSentences } from '../platform/sentences/sentences.tsx';
import { hasDismissed, setDismissed } from '../accounts/alerts/account-alerts.ts';
import { Bell } from '../ui/icon.tsx';
import { showToast } from '../ui/toast.ts';
import { pushQuery, readAbility, turnOn } from './push-here.ts';

export { refreshPush } from './push-here.ts';

/**
 * Offers pushes, once, after the member has written or liked, when they hope for a reply. The offer is a card of our
 * own, so that the browser asks only members who have said yes to it.
 */
export async function offerPush(options: {
  member: MemberId;
  queries: QueryClient;
  language: Language;
  say: Say;
}): Promise<void> {
  const { member, queries, language, say } = options;
  const publicKey = queries.getQueryData(settingsQuery.queryKey)?.push_public_key;
  if (!publicKey || hasDismissed(queries, 'push-notification') || document.visibilityState !== 'visible') return;
  if (readAbility() !== 'ready' || Notification.permission !== 'default') return;
  setDismissed(queries, ['push-notification'], true);
  await loadSentences(language, ['notifications']);
  const tell = (id: SentenceId, tone: 'success' | 'info'): void => showToast({ tone, seconds: 8, children: say(id) });
  const isBlocked = (): boolean => Notification.permission === 'denied';
  const accept = async (): Promise<void> => {
    try {
      const state = await turnOn(member, publicKey);
      if (state) queries.setQueryData(pushQuery.queryKey, state);
      if (state) tell('notifications.push.on', 'success');
      // The browser asks again if its prompt was closed, but not if pushes were blocked.
      else tell(isBlocked() ? 'notifications.push.denied' : 'notifications.push.not-allowed', 'info');
    } catch (error) {
      showToast({ tone: 'danger', children: errorText(say, error) });
    }
  };
  showToast({
    id: 'push-offer',
    icon: Bell,
    offer: { later: say('common.not-now'), close: say('common.close') },
    title: say('notifications.push.offer-title'),
    children: say('notifications.push.offer'),
    action: { label: say('notifications.push.turn-on'), onPress: () => void accept() },
  });
}
