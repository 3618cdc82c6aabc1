import { geolocationCacheMs } from '../../contract/limits.ts';

/** Where the browser stands with the place of its device (specification, section 3: geolocation state). */
export type PlacePermission = 'unsupported' | 'unknown' | PermissionState;

const patienceMs = 15_000;

/** About a kilometre: nothing finer leaves the browser. */
export function coarse(degrees: number): number {
  // Minus zero would be written as -0.
  return Math.round(degrees * 100) / 100 || 0;
}

/** What the browser would do if it were asked now. */
export async function readPermission(): Promise<PlacePermission> {
  if (!('geolocation' in navigator)) return 'unsupported';
  if (!('permissions' in navigator)) return 'unknown';
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state;
  } catch {
    // Some browsers know permissions and not this one.
    return 'unknown';
  }
}

/** The place of the device, rounded to two decimals; at most an hour old. Ask only after a press. */
export function locate(): Promise<{ lat: number; lon: number }> {
  return new Promise((resolve, reject) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coarse(coords.latitude), lon: coarse(coords.longitude) }),
      (error) => reject(error),
      { enableHighAccuracy: false, maximumAge: geolocationCacheMs, timeout: patienceMs },
    );
  });
}
