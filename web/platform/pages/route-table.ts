/** The layout of a route; null for an action without a screen. */
export type Layout = 'default' | 'chat' | 'lander' | 'empty';

/**
 * `member` sends visitors to the login page and back. `visitor` sends members to `?next=`, or to the search. `search`
 * admits visitors if the site's settings `logged_out_search…` allow it. `anyone` admits everybody.
 */
export type Guard = 'member' | 'visitor' | 'search' | 'anyone';

/**
 * `indexed`: search engines list the page. `shared`: links to it are shared, so link previews may read its metadata,
 * although search engines do not list it. `hasToken`: the query holds a secret token, which must not appear in
 * referrers. `membersArea`: the time bonus and new likes are announced there (specification).
 */
type Mark = 'indexed' | 'shared' | 'hasToken' | 'membersArea';

/** `page` is the file below `web/`. */
type Row = readonly [path: string, guard: Guard, layout: Layout | null, page: string, mark?: Mark];

/**
 * Every route of the specification, section 2, for the router, links, guards, headers and screens. `{token}` is not a
 * route: the server redirects it to `from-mail`.
 */
const rows = {
  index: ['/', 'visitor', 'empty', 'landing/start-page.tsx', 'indexed'],
  members: ['/members', 'search', 'default', 'members/search/search-page.tsx', 'membersArea'],
  'members-id': ['/members/:id', 'search', 'default', 'profile/member-page.tsx', 'membersArea'],
  'members-id-chat': ['/members/:id/chat', 'member', 'chat', 'chat/member-chat-page.tsx'],
  'members-id-landing': ['/members/:id/landing', 'anyone', 'lander', 'landers/member/landing-page.tsx', 'shared'],
  'members-id-signup': ['/members/:id/signup', 'anyone', 'empty', 'accounts/sign-up/member-signup-page.tsx'],
  'members-id-landing2': [
    '/members/:id/landing2/:slug?',
    'anyone',
    'lander',
    'landers/member/landing2-page.tsx',
    'shared',
  ],
  'members-id-landing3': [
    '/members/:id/landing3/:slug?',
    'anyone',
    'lander',
    'landers/member/landing3-page.tsx',
    'shared',
  ],
  chats: ['/chats', 'member', 'chat', 'chat/chats-page.tsx', 'membersArea'],
  'chats-id': ['/chats/:id', 'member', 'chat', 'chat/chat-page.tsx'],
  likes: ['/likes', 'member', 'default', 'likes/likes-page.tsx', 'membersArea'],
  'likes-m-id': ['/likes/m/:id', 'member', 'default', 'likes/match-page.tsx', 'membersArea'],
  'likes-type': ['/likes/:type', 'member', 'default', 'likes/likes-type-page.tsx'],
  credits: ['/credits', 'member', 'default', 'payments/credits-page.tsx'],
  'credits-repeat-order': ['/credits/repeat-order', 'member', 'default', 'payments/repeat-order-page.tsx'],
  'credits-history': ['/credits/history', 'member', 'default', 'payments/history-page.tsx'],
  'credits-id-paymentmethod': ['/credits/:id/:paymentmethod?', 'member', 'default', 'payments/order-page.tsx'],
  directdebit: ['/directdebit', 'member', 'default', 'payments/debit/direct-debit-page.tsx'],
  premium: ['/premium', 'member', 'default', 'payments/premium-page.tsx', 'membersArea'],
  pricing: ['/pricing', 'anyone', 'default', 'payments/pricing-page.tsx', 'indexed'],
  profile: ['/profile', 'member', 'default', 'members/edit/own-profile-page.tsx'],
  settings: ['/settings/:group?', 'member', 'default', 'accounts/settings/settings-page.tsx'],
  notifications: ['/notifications', 'member', 'default', 'notifications/notifications-page.tsx'],
  unsubscribe: ['/unsubscribe', 'anyone', 'empty', 'notifications/unsubscribe-page.tsx', 'hasToken'],
  'from-mail': ['/from-mail', 'visitor', 'empty', 'accounts/login-links/from-mail-page.tsx', 'hasToken'],
  withdrawal: ['/withdrawal', 'member', 'default', 'withdrawal/withdrawal-page.tsx'],
  'withdrawal-confirm': ['/withdrawal/confirm', 'anyone', 'default', 'withdrawal/confirm-page.tsx', 'hasToken'],
  login: ['/login', 'visitor', 'empty', 'accounts/sessions/login-page.tsx', 'indexed'],
  signup: ['/signup', 'visitor', 'empty', 'accounts/sign-up/signup-page.tsx', 'indexed'],
  'complete-signup': ['/complete-signup', 'member', 'empty', 'accounts/sign-up/complete-signup-page.tsx'],
  'signup-matches': ['/signup-matches', 'member', 'empty', 'accounts/sign-up/signup-matches-page.tsx'],
  'reset-password': ['/reset-password', 'anyone', 'empty', 'accounts/passwords/reset-password-page.tsx'],
  'reset-password-do': [
    '/reset-password/do',
    'anyone',
    'empty',
    'accounts/passwords/new-password-page.tsx',
    'hasToken',
  ],
  'activate-done': ['/activate/done', 'anyone', 'empty', 'accounts/address/activate-done-page.tsx', 'hasToken'],
  'activate-error': ['/activate/error', 'anyone', 'empty', 'accounts/address/activate-error-page.tsx', 'hasToken'],
  'mail-change-do': ['/mail-change/do', 'anyone', 'empty', 'accounts/address/mail-change-page.tsx', 'hasToken'],
  'account-deleted': ['/account-deleted', 'anyone', 'empty', 'accounts/deletion/account-deleted-page.tsx', 'hasToken'],
  complaints: ['/complaints', 'anyone', 'default', 'support/complaints-page.tsx', 'indexed'],
  'complaint-state': ['/complaint-state', 'anyone', 'default', 'support/state-page.tsx', 'hasToken'],
  decision: ['/decision', 'anyone', 'default', 'support/decision-page.tsx', 'hasToken'],
  'lang-config': ['/lang-config', 'anyone', 'lander', 'region/region-page.tsx'],
  'match-finder': ['/match-finder', 'member', 'default', 'members/finder/match-finder-page.tsx'],
  'daily-picks': ['/daily-picks', 'member', 'default', 'members/finder/daily-picks-page.tsx'],
  'swipe-game': ['/swipe-game', 'member', 'default', 'likes/swipe/swipe-page.tsx'],
  'transactions-id': ['/transactions/:id?', 'member', 'default', 'payments/transaction-page.tsx'],
  'landers-tinderswipe': ['/landers/tinderswipe', 'visitor', 'lander', 'landers/tinderswipe-page.tsx', 'indexed'],
  'landers-name': ['/landers/:name/:slug?', 'visitor', 'lander', 'landers/lander-page.tsx', 'indexed'],
  enter: ['/enter', 'anyone', null, 'age-gate/enter-action.ts'],
  leave: ['/leave', 'anyone', 'lander', 'age-gate/leave-page.tsx'],
  shared: ['/shared', 'member', 'default', 'chat/share/shared-page.tsx'],
  offline: ['/offline', 'anyone', 'empty', 'installed-app/offline-page.tsx'],
  accessibility: ['/accessibility', 'anyone', 'default', 'landing/accessibility-page.tsx', 'indexed'],
  ban: ['/ban', 'anyone', 'default', 'landing/ban-page.tsx', 'indexed'],
  cookies: ['/cookies', 'anyone', 'default', 'landing/cookies-page.tsx', 'indexed'],
  faq: ['/faq', 'anyone', 'default', 'landing/faq-page.tsx', 'indexed'],
  privacy: ['/privacy', 'anyone', 'default', 'landing/privacy-page.tsx', 'indexed'],
  'return-policy': ['/return-policy', 'anyone', 'default', 'landing/return-policy-page.tsx', 'indexed'],
  service: ['/service', 'anyone', 'default', 'landing/service-page.tsx', 'indexed'],
  terms: ['/terms', 'anyone', 'default', 'landing/terms-page.tsx', 'indexed'],
  'new-terms': ['/new-terms', 'member', 'default', 'landing/new-terms-page.tsx'],
} as const satisfies Record<string, Row>;

export type RouteName = keyof typeof rows;

export const routeNames = Object.keys(rows) as RouteName[];

interface Route extends Partial<Record<Mark, boolean>> {
  path: string;
  layout: Layout | null;
  guard: Guard;
  page: string;
}

export const routeTable = Object.fromEntries(
  Object.entries<Row>(rows).map(([name, [path, guard, layout, page, mark]]) => [
    name,
    { path, layout, guard, page, ...(mark && { [mark]: true }) },
  ]),
) as Record<RouteName, Route>;

export function pathTo(name: RouteName, params: Readonly<Record<string, string | undefined>> = {}): string {
  const filled = routeTable[name].path.replace(/\/:(\w+)\??/g, (_match, key: string) => {
    const value = params[key];
    return value === undefined ? '' : `/${encodeURIComponent(value)}`;
  });
  return filled === '' ? '/' : filled;
}

/** Adds a query string to a path that may have one; '' adds nothing. */
export function addQuery(path: string, query: string): string {
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
}
