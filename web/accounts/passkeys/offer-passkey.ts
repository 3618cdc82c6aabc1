import type { QueryClient } from '@tanstack/react-query';

import type { Language } from '../../../contract/platform/languages.ts';
import { CallError } from '../../platform/calls/call.ts';
import { errorText } from '../../platform/calls/errors.ts';
import { pathTo } from '../../platform/pages/route-table.ts';
import { type Say, loadSentences } from '../../platform/sentences/sentences.tsx';
import { hasDismissed, setDismissed } from '../alerts/account-alerts.ts';
import { KeyRound } from '../../ui/icon.tsx';
import { showToast } from '../../ui/toast.ts';
import { passkeysQuery } from '../accounts-queries.ts';
import { keepsPasskeys } from './passkey-ability.ts';

/** Offers a passkey on this device, once, to a member who has none and has just logged in by password. */
export async function offerPasskey(options: {
  queries: QueryClient;
  language: Language;
  say: Say;
  navigate: (path: string) => unknown;
}): Promise<void> {
  const { queries, language, say, navigate } = options;
  if (hasDismissed(queries, 'passkey') || !(await keepsPasskeys())) return;
  if ((await queries.fetchQuery(passkeysQuery)).length > 0) return;
  setDismissed(queries, ['passkey'], true);
  await loadSentences(language, ['access']);
  const accept = async (): Promise<void> => {
    try {
      const { makePasskey, showPasskeyResult } = await import('./passkey-here.ts');
      showPasskeyResult(say, await makePasskey());
      await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    } catch (error) {
      // The login is not fresh enough anymore: the settings ask for the password.
      if (error instanceof CallError && error.body.fields)
        navigate(`${pathTo('settings', { group: 'login' })}#passkeys`);
      else showToast({ tone: 'danger', children: errorText(say, error) });
    }
  };
  showToast({
    id: 'passkey-offer',
    icon: KeyRound,
    tone: 'info',
    seconds: 60,
    title: say('access.passkey-offer-title'),
    children: say('access.passkey-offer'),
    action: { label: say('access.passkey-offer-accept'), onPress: () => void accept() },
  });
}
