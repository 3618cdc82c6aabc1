import { useEffect, useState } from 'react';

import { geolocationCacheMs } from '../../../contract/accounts/limits.ts';
import type { Town } from '../../../contract/members/operations.ts';
import type { SentenceId } from '../../../locales/parts.ts';
import { call } from '../../platform/calls/call.ts';
import { errorText } from '../../platform/calls/errors.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';

/** Locates the device. Call `find` only after a click; it returns null if locating fails. */
export function useOwnPlace() {
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
      const fault = deriveFault(error);
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

function deriveFault(error: unknown): Fault | null {
  if (typeof GeolocationPositionError === 'undefined' || !(error instanceof GeolocationPositionError)) return null;
  if (error.code === error.PERMISSION_DENIED) return 'denied';
  return error.code === error.TIMEOUT ? 'timeout' : 'unavailable';
}

/** Permission to locate the device (specification, section 3: geolocation state). */
type PlacePermission = 'unsupported' | 'unknown' | PermissionState;

const patienceMs = 15_000;

/** Rounds to about a kilometer: nothing more precise leaves the browser. */
export function roundCoarsely(degrees: number): number {
  // Avoids -0.
  return Math.round(degrees * 100) / 100 || 0;
}

/** Returns the current permission, without asking for it. */
async function readPermission(): Promise<PlacePermission> {
  if (!('geolocation' in navigator)) return 'unsupported';
  if (!('permissions' in navigator)) return 'unknown';
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state;
  } catch {
    // Some browsers support permissions but not geolocation's.
    return 'unknown';
  }
}

/** Returns the position of the device, at most an hour old and rounded to two decimals. Call it only after a click. */
function locate(): Promise<{ lat: number; lon: number }> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: roundCoarsely(coords.latitude), lon: roundCoarsely(coords.longitude) }),
      (error) => reject(error),
      { enableHighAccuracy: false, maximumAge: geolocationCacheMs, timeout: patienceMs },
    );
  });
}
