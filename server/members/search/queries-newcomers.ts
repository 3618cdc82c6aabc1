import { countryCodes } from '../../../contract/platform/countries.ts';
import { type Composed, composed, statement } from '../../platform/database/database.ts';
import type { Filters } from './filters.ts';
import { listSegments } from './keys.ts';
import { conditions, createValues } from './queries.ts';

/** The search segments of a country that have new members whom a search can find. */
export const listNewSegments = statement(
  'members.list-new-segments',
  `select distinct p.crowd as segment from members m join searchable p using (member_id)
    where m.country = $country and m.status = 'active' and m.signup_at > $since and m.signup_at <= $until and not p.fictional`,
);

/** Counts matching members who joined within a period, up to `counted`, among the newest `examined` + 1. */
export function countJoined(
  filters: Filters,
  { since, until, counted, examined }: { since: Date; until: Date; counted: number; examined: number },
): Composed<{ found: number; examined: number }> {
  const values = createValues();
  const { put } = values;
  const country = filters.country ? `= ${put(filters.country)}` : `= any(${put(countryCodes)}::text[])`;
  const text = `
    with newest as materialized (
      select m.member_id from members m
       where m.country ${country} and m.status = 'active'
         and m.signup_at > ${put(since)}::timestamptz and m.signup_at <= ${put(until)}::timestamptz
       order by m.signup_at desc limit ${put(examined + 1)})
    select (select count(*)::int from newest) as examined,
           (select count(*)::int from (
              select from newest join searchable p using (member_id)
               where p.crowd = any(${put(listSegments(filters))}::text[]) and ${conditions(filters, values)}
               limit ${put(counted)}) as matching) as found`;
  return composed(text, values.list);
}
