import { geolocationCacheMs } from '../../contract/accounts/limits.ts';

/** Permission to locate the device (specification, section 3: geolocation state). */
export type PlacePermission = 'unsupported' | 'unknown' | PermissionState;

const patienceMs = 15_000;

/** Rounds to about a kilometre: nothing more precise leaves the browser. */
export function coarse(degrees: number): number {
  // Avoids -0.
  return Math.round(degrees * 100) / 100 || 0;
}

/** The current permission, without asking for it. */
export async function readPermission(): Promise<PlacePermission> {
  if (!('geolocation' in navigator)) return 'unsupported';
  if (!('permissions' in navigator)) return 'unknown';
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state;
  } catch {
    // Some browsers support permissions but not geolocation's.
    return 'unknown';
  }
}

/** The position of the device, at most an hour old and rounded to two decimals. Call it only after a click. */
export function locate(): Promise<{ lat: number; lon: number }> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coarse(coords.latitude), lon: coarse(coords.longitude) }),
      (error) => reject(error),
      { enableHighAccuracy: false, maximumAge: geolocationCacheMs, timeout: patienceMs },
    );
  });
}
