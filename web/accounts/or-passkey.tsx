import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { freshLoginMinutes } from '../../contract/accounts/limits.ts';
import { useSay } from '../platform/sentences.tsx';
import { passkeysQuery } from './accounts-queries.ts';
import { standForPassword } from './passkey-proof.ts';

/** Tells members whose passkeys can replace the password how to continue without typing it. */
export function OrPasskey(): ReactElement | null {
  const say = useSay();
  const { data: passkeys = [] } = useQuery(passkeysQuery);
  if (!standForPassword(passkeys)) return null;
  return <p className="text-13 text-ink-3">{say('access.or-passkey', { minutes: freshLoginMinutes })}</p>;
}
