import { identityOf } from '../../server/staff/identify-staff.ts';
import type { AtDesk } from '../../server/staff/staff.ts';

/** The context of a command of the desk, given by one of the staff: Mo, unless told otherwise. */
export function atDesk<Context>(context: Context, who = 'mo'): Context & AtDesk {
  return { ...context, staff: { who: identityOf(who) ?? 'nobody', account: 'root' } };
}
