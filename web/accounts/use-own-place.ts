import { useEffect, useState } from 'react';

import type { Town } from '../../contract/members/operations.ts';
import type { SentenceId } from '../../locales/parts.ts';
import { call } from '../platform/call.ts';
import { errorText } from '../platform/errors.ts';
import { useSay } from '../platform/sentences.tsx';
import { type PlacePermission, locate, readPermission } from './geolocation.ts';

export interface OwnPlace {
  permission: PlacePermission;
  busy: boolean;
  /** Error sentence when no town was found. */
  problem: string | null;
  /** Locates the device and finds the nearest town; null if that fails. */
  find: () => Promise<Town | null>;
}

/** Finds the town where the device is. Call only after a click. */
export function useOwnPlace(): OwnPlace {
  const say = useSay();
  const [permission, setPermission] = useState<PlacePermission>('unknown');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    void readPermission().then(setPermission);
  }, []);

  const find = async (): Promise<Town | null> => {
    setBusy(true);
    setProblem(null);
    try {
      return (await call('findPlace', await locate())).town;
    } catch (error) {
      const fault = faultOf(error);
      if (fault === 'denied') setPermission('denied');
      setProblem(fault === null ? errorText(say, error) : say(sentences[fault]));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { permission, busy, problem, find };
}

type Fault = 'denied' | 'unavailable' | 'timeout';

const sentences: Record<Fault, SentenceId> = {
  denied: 'accounts.place-denied',
  unavailable: 'accounts.place-unavailable',
  timeout: 'accounts.place-timeout',
};

function faultOf(error: unknown): Fault | null {
  if (typeof GeolocationPositionError === 'undefined' || !(error instanceof GeolocationPositionError)) return null;
  if (error.code === error.PERMISSION_DENIED) return 'denied';
  return error.code === error.TIMEOUT ? 'timeout' : 'unavailable';
}
