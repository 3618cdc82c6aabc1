import type { ListedSession as Listed } from '../../../contract/accounts/access.ts';
import { isCountry } from '../../../contract/platform/countries.ts';
import { hourMs } from '../../platform/clock.ts';
import type { ListedSession } from './queries.ts';

/** Presents a session, with the last use rounded down to the hour. */
export function toSession(row: ListedSession): Listed {
  return {
    id: row.id ?? '',
    current: row.own ?? false,
    app: row.client === 'app',
    ...namedDevice(row),
    country: row.country !== null && isCountry(row.country) ? row.country : null,
    since: row.created_at.toISOString(),
    last_used: toHour(row.seen_at),
  };
}

/** Returns null for unknown values. */
export function namedDevice({
  browser,
  system,
}: {
  browser: string;
  system: string;
}): Pick<Listed, 'browser' | 'system'> {
  return {
    browser: browser === '' ? null : (browser as Listed['browser']),
    system: system === '' ? null : (system as Listed['system']),
  };
}

export function toHour(at: Date): string {
  return new Date(Math.floor(at.getTime() / hourMs) * hourMs).toISOString();
}
