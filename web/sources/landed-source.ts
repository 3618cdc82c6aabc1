import { type Tracking, trackingIn } from '../../contract/tracking.ts';

/**
 * The source in the address with which this page was opened. It stays in the memory of the page alone: routes that follow
 * have other addresses. Undefined on the server and in workers.
 */
export const landedSource: Tracking | undefined = readAddress();

function readAddress(): Tracking | undefined {
  if (typeof document === 'undefined') return undefined;
  const query = new URLSearchParams(location.search);
  return trackingIn((name) => query.get(name));
}
