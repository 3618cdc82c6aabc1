import { type Composed, composed } from '../../platform/database/database.ts';
import type { Filters } from './filters.ts';
import { type Values, conditions, createValues } from './queries.ts';
import type { Stretch } from './stretches.ts';

/** The first `most` ids of a part of a result, in its order. */
export function listStretch(filters: Filters, stretch: Stretch, most: number): Composed<{ member_id: string }> {
  const values = createValues();
  const { near, further } = stretch;
  const parts = [
    ...(near.length > 0 ? [nearPart(filters, stretch, most, values)] : []),
    ...(further.length > 0 ? [furtherPart(filters, stretch, most, values)] : []),
  ];
  const text = `select member_id from (${parts.join(' union all ')}) as part
    order by band, last_active_at desc, member_id limit ${most}`;
  return composed(text, values.list);
}

/** Each town is read in activity order, only as far as the part can need. */
function nearPart(filters: Filters, stretch: Stretch, most: number, values: Values): string {
  const { put } = values;
  const columns = [
    `${put(stretch.near.map(({ segment }) => segment))}::text[]`,
    `${put(stretch.near.map(({ town }) => town))}::text[]`,
    `${put(stretch.near.map(({ band }) => band))}::int[]`,
  ];
  return `select found.member_id, found.last_active_at, near.band
    from unnest(${columns.join(', ')}) as near (segment, town, band)
   cross join lateral (
     select p.member_id, p.last_active_at from searchable p
      where p.crowd = near.segment and p.town = near.town and ${activity(stretch, values)}
        and ${conditions({ ...filters, towns: undefined }, values)}
      order by p.last_active_at desc, p.member_id limit ${most}) as found`;
}

function furtherPart(filters: Filters, stretch: Stretch, most: number, values: Values): string {
  const { put } = values;
  const without =
    stretch.without.length > 0 ? `(p.town is null or p.town <> all(${put(stretch.without)}::text[]))` : 'true';
  return `select found.member_id, found.last_active_at, null::int as band
    from unnest(${put(stretch.further)}::text[]) as further (segment)
   cross join lateral (
     select p.member_id, p.last_active_at from searchable p
      where p.crowd = further.segment and ${activity(stretch, values)} and ${without} and ${conditions(filters, values)}
      order by p.last_active_at desc, p.member_id limit ${most}) as found`;
}

function activity({ after, until }: Stretch, { put }: Values): string {
  const where = [
    ...(after ? [`p.last_active_at > ${put(after)}::timestamptz`] : []),
    ...(until ? [`p.last_active_at <= ${put(until)}::timestamptz`] : []),
  ];
  return where.join(' and ') || 'true';
}
