import { parseIdentity } from '../../server/staff/identify-staff.ts';
import type { AtDesk } from '../../server/staff/staff.ts';

/** The context of a desk command given by a staff member, Mo by default. */
export function atDesk<Context>(context: Context, who = 'mo'): Context & AtDesk {
  return { ...context, staff: { who: parseIdentity(who) ?? 'nobody', account: 'root' } };
}
