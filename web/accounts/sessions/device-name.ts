import type { ListedSession } from '../../../contract/accounts/access.ts';
import { browserNames, systemNames } from '../../../contract/accounts/device-names.ts';
import type { Say } from '../../platform/sentences/sentences.tsx';

type Device = Pick<ListedSession, 'browser' | 'system'>;

export function deviceName(say: Say, { browser, system }: Device): string {
  if (browser && system) return say('access.device', { browser: browserNames[browser], system: systemNames[system] });
  if (browser) return browserNames[browser];
  return system ? systemNames[system] : say('access.device-unknown');
}
