import { searchPageSize } from '../../../contract/members/limits.ts';
import { type Composed, composed } from '../../platform/database/database.ts';
import type { Filters } from './filters.ts';
import { listSegments } from './keys.ts';
import { type Values, conditions, createValues, findable, folded, segmentExpression } from './queries.ts';

/** One page of the members whose name starts with the text, by name. Each segment is read in name order. */
export function listNamed(filters: Filters, page: number): Composed<{ member_id: string }> {
  const values = createValues();
  const most = page * searchPageSize;
  const text = `select member_id from (${named(filters, { most, columns: `p.member_id, ${folded} as name`, order: `order by ${folded}, p.member_id` }, values)}) as found
    order by name, member_id limit ${searchPageSize} offset ${values.put(most - searchPageSize)}`;
  return composed(text, values.list);
}

/** Counts the members whose name starts with the text, up to `most`. */
export function countNamed(filters: Filters, most: number): Composed<{ found: number }> {
  const values = createValues();
  const text = `select count(*)::int as found
    from (${named(filters, { most, columns: '', order: '' }, values)} limit ${values.put(most)}) as found`;
  return composed(text, values.list);
}

function named(
  filters: Filters,
  { most, columns, order }: { most: number; columns: string; order: string },
  values: Values,
): string {
  const { put } = values;
  return `select one.* from unnest(${put(listSegments(filters))}::text[]) as c (segment)
   cross join lateral (
     select ${columns} from profiles p
      where ${segmentExpression} = c.segment and ${findable}
        and ${conditions(filters, values, `p.main_photo_status = 'approved'`)} ${order} limit ${put(most)}) as one`;
}
