import { useCallback, useEffect, useState } from 'react';

import { type Foothold, footholdKinds } from '../../../contract/chat/foothold.ts';
import { keep, readKept } from '../member-storage.ts';

const nameOf = (profile: string): string => `foothold.${profile}`;

/** Keeps the foothold of the next message to a member until it is sent or removed. */
export function keepFoothold(member: string, profile: string, foothold: Foothold | null): void {
  keep(member, nameOf(profile), foothold);
}

function readFoothold(member: string, profile: string): Foothold | null {
  const kept = readKept(member, nameOf(profile)) as Partial<Foothold> | null;
  const { kind, value } = kept ?? {};
  return kind && footholdKinds.includes(kind) && typeof value === 'string' ? { kind, value } : null;
}

/** The foothold in the composer. The server does not know it, so it appears once the page is hydrated. */
export function useFoothold(member: string, profile: string): [Foothold | null, (next: Foothold | null) => void] {
  const [foothold, setShown] = useState<Foothold | null>(null);
  useEffect(() => setShown(readFoothold(member, profile)), [member, profile]);
  const setFoothold = useCallback(
    (next: Foothold | null) => {
      setShown(next);
      keepFoothold(member, profile, next);
    },
    [member, profile],
  );
  return [foothold, setFoothold];
}
