import { niches } from '../../contract/settings/niches.ts';
import { landers } from '../../web/landers/lander-names.ts';
import { type RouteName, pathTo, routeNames, routeTable } from '../../web/platform/pages/route-table.ts';

/** The data that a member needs so that each of their pages has content. */
export interface ScreenIds {
  member: string;
  conversation: string;
  match: string;
}

const slugs = Object.values(niches);

/** The parameters of each parametrized page, which is opened once per entry. */
const parameters: Partial<Record<RouteName, (ids: ScreenIds) => Record<string, string>[]>> = {
  'members-id': ({ member }) => [{ id: member }],
  'members-id-chat': ({ member }) => [{ id: member }],
  'members-id-landing': ({ member }) => [{ id: member }],
  'members-id-signup': ({ member }) => [{ id: member }],
  'members-id-landing2': ({ member }) => [{ id: member }],
  'members-id-landing3': ({ member }) => [{ id: member, slug: 'she' }],
  'chats-id': ({ conversation }) => [{ id: conversation }],
  'likes-m-id': ({ match }) => [{ id: match }],
  'likes-type': () => [{ type: 'received' }, { type: 'given' }, { type: 'matches' }],
  settings: () => ['', 'login', 'privacy'].map((group): Record<string, string> => (group === '' ? {} : { group })),
  'credits-id-paymentmethod': () => [{ id: 'medium', paymentmethod: 'ideal' }],
  // Each in another niche, starting with the second; there is one more lander than niches.
  'landers-name': () => landers.map((name, place) => ({ name, slug: slugs[(place + 1) % slugs.length] ?? '' })),
};

/** Queries that a page needs for its content, which is opened once per entry. */
const queries: Partial<Record<RouteName, readonly string[]>> = {
  'from-mail': ['?next=/chats&token=made-up'],
  'reset-password-do': ['?token=made-up'],
  'complaint-state': ['?number=AAAAA-AAAAA&token=made-up'],
  decision: ['?number=AAAAA-AAAAA&token=made-up'],
  'match-finder': ['?step=1', '?step=2', '?step=3', '?step=4&interests=hiking,cooking&far=25'],
  unsubscribe: ['?token=made-up'],
  'withdrawal-confirm': ['?request=made-up&token=made-up'],
};

export interface Screen {
  name: string;
  path: string;
}

/** Lists every page that a visitor may open, given a member's id, and an address without a page. */
export function visitorScreens(member: string): Screen[] {
  const open = routeNames.filter((name) => routeTable[name].guard !== 'member');
  const nobody = { member, conversation: '', match: '' };
  return [...open.flatMap((name) => listScreens(name, nobody)), { name: 'not-found', path: '/nowhere/at/all' }];
}

/** Lists every page that only members may open, or that looks different for members. */
export function memberScreens(ids: ScreenIds): Screen[] {
  const own = routeNames.filter((name) => ['member', 'search'].includes(routeTable[name].guard));
  return own.flatMap((name) => listScreens(name, ids));
}

function listScreens(name: RouteName, ids: ScreenIds): Screen[] {
  const { layout, path } = routeTable[name];
  if (layout === null) return [];
  if (!parameters[name] && /:\w+(?![\w?])/.test(path)) throw new Error(`the page ${name} has no example parameters`);
  const all = parameters[name]?.(ids) ?? [{}];
  const asked = queries[name] ?? [''];
  return all.flatMap((params) =>
    asked.map((query, place) => ({
      name: [name, ...(all.length > 1 ? Object.values(params) : []), ...(asked.length > 1 ? [place + 1] : [])].join(
        '-',
      ),
      path: pathTo(name, params) + query,
    })),
  );
}
