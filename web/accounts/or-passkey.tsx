import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { freshLoginMinutes } from '../../contract/limits.ts';
import { useSay } from '../sentences.tsx';
import { passkeysQuery } from './accounts-queries.ts';

/** Tells members with a passkey how to go on without the password that a form asks for: a login proves as much. */
export function OrPasskey(): ReactElement | null {
  const say = useSay();
  const { data: passkeys = [] } = useQuery(passkeysQuery);
  if (passkeys.length === 0) return null;
  return <p className="text-13 text-ink-3">{say('access.or-passkey', { minutes: freshLoginMinutes })}</p>;
}
