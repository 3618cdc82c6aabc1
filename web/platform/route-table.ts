/**
 * Every route of the specification, section 2, and everything derived from a route: the router's configuration
 * (`web/routes.ts`), links, guards, headers (`route-headers.ts`), and the screens that tests and screenshots visit
 * (`tests/support/screens.ts`). `{token}` is not a route: the server redirects it to `from-mail`.
 */
export type Layout = 'default' | 'chat' | 'lander' | 'empty';

/**
 * `member` sends visitors to the login page and back. `visitor` sends members to `?next=`, or to the search. `search`
 * admits visitors if the site's settings `logged_out_search…` allow it. `anyone` admits everybody.
 */
export type Guard = 'member' | 'visitor' | 'search' | 'anyone';

interface RouteEntry {
  path: string;
  /** Null for an action without a screen. */
  layout: Layout | null;
  guard: Guard;
  /** File of the page below `web/`. Null for a route that is not built yet, which answers 404. */
  page: string | null;
  indexed?: true;
  /** Links to the page are shared: link previews may read its metadata, although search engines do not list it. */
  shared?: true;
  /** The query holds a secret token, which must not appear in referrers. */
  hasToken?: true;
  /** Part of the members area of the specification, where the time bonus and new likes are announced. */
  membersArea?: true;
}

export const routeTable = {
  index: { path: '/', layout: 'empty', guard: 'visitor', page: 'landing/start-page.tsx', indexed: true },
  members: {
    path: '/members',
    layout: 'default',
    guard: 'search',
    page: 'members/search/search-page.tsx',
    membersArea: true,
  },
  'members-id': {
    path: '/members/:id',
    layout: 'default',
    guard: 'search',
    page: 'members/profile/member-page.tsx',
    membersArea: true,
  },
  'members-id-chat': { path: '/members/:id/chat', layout: 'chat', guard: 'member', page: 'chat/member-chat-page.tsx' },
  'members-id-landing': {
    path: '/members/:id/landing',
    layout: 'lander',
    guard: 'anyone',
    page: 'landers/member/landing-page.tsx',
    shared: true,
  },
  'members-id-signup': {
    path: '/members/:id/signup',
    layout: 'empty',
    guard: 'anyone',
    page: 'accounts/member-signup-page.tsx',
  },
  'members-id-landing2': {
    path: '/members/:id/landing2/:slug?',
    layout: 'lander',
    guard: 'anyone',
    page: 'landers/member/landing2-page.tsx',
    shared: true,
  },
  'members-id-landing3': {
    path: '/members/:id/landing3/:slug?',
    layout: 'lander',
    guard: 'anyone',
    page: 'landers/member/landing3-page.tsx',
    shared: true,
  },
  chats: { path: '/chats', layout: 'chat', guard: 'member', page: 'chat/chats-page.tsx', membersArea: true },
  'chats-id': { path: '/chats/:id', layout: 'chat', guard: 'member', page: 'chat/chat-page.tsx' },
  likes: { path: '/likes', layout: 'default', guard: 'member', page: 'likes/likes-page.tsx', membersArea: true },
  'likes-m-id': {
    path: '/likes/m/:id',
    layout: 'default',
    guard: 'member',
    page: 'likes/match-page.tsx',
    membersArea: true,
  },
  'likes-type': { path: '/likes/:type', layout: 'default', guard: 'member', page: 'likes/likes-type-page.tsx' },
  credits: { path: '/credits', layout: 'default', guard: 'member', page: 'payments/credits-page.tsx' },
  'credits-repeat-order': {
    path: '/credits/repeat-order',
    layout: 'default',
    guard: 'member',
    page: 'payments/repeat-order-page.tsx',
  },
  'credits-history': {
    path: '/credits/history',
    layout: 'default',
    guard: 'member',
    page: 'payments/history-page.tsx',
  },
  'credits-id-paymentmethod': {
    path: '/credits/:id/:paymentmethod?',
    layout: 'default',
    guard: 'member',
    page: 'payments/order-page.tsx',
  },
  directdebit: {
    path: '/directdebit',
    layout: 'default',
    guard: 'member',
    page: 'payments/debit/direct-debit-page.tsx',
  },
  premium: {
    path: '/premium',
    layout: 'default',
    guard: 'member',
    page: 'payments/premium-page.tsx',
    membersArea: true,
  },
  pricing: { path: '/pricing', layout: 'default', guard: 'anyone', page: 'payments/pricing-page.tsx', indexed: true },
  profile: { path: '/profile', layout: 'default', guard: 'member', page: 'members/edit/own-profile-page.tsx' },
  settings: { path: '/settings', layout: 'default', guard: 'member', page: 'accounts/settings-page.tsx' },
  notifications: {
    path: '/notifications',
    layout: 'default',
    guard: 'member',
    page: 'notifications/notifications-page.tsx',
  },
  unsubscribe: {
    path: '/unsubscribe',
    layout: 'empty',
    guard: 'anyone',
    page: 'notifications/unsubscribe-page.tsx',
    hasToken: true,
  },
  'from-mail': {
    path: '/from-mail',
    layout: 'empty',
    guard: 'visitor',
    page: 'accounts/from-mail-page.tsx',
    hasToken: true,
  },
  withdrawal: { path: '/withdrawal', layout: 'default', guard: 'member', page: 'withdrawal/withdrawal-page.tsx' },
  'withdrawal-confirm': {
    path: '/withdrawal/confirm',
    layout: 'default',
    guard: 'anyone',
    page: 'withdrawal/confirm-page.tsx',
    hasToken: true,
  },
  login: { path: '/login', layout: 'empty', guard: 'visitor', page: 'accounts/login-page.tsx', indexed: true },
  signup: { path: '/signup', layout: 'empty', guard: 'visitor', page: 'accounts/signup-page.tsx', indexed: true },
  'complete-signup': {
    path: '/complete-signup',
    layout: 'empty',
    guard: 'member',
    page: 'accounts/complete-signup-page.tsx',
  },
  'signup-matches': {
    path: '/signup-matches',
    layout: 'empty',
    guard: 'member',
    page: 'accounts/signup-matches-page.tsx',
  },
  'reset-password': {
    path: '/reset-password',
    layout: 'empty',
    guard: 'anyone',
    page: 'accounts/reset-password-page.tsx',
  },
  'reset-password-do': {
    path: '/reset-password/do',
    layout: 'empty',
    guard: 'anyone',
    page: 'accounts/new-password-page.tsx',
    hasToken: true,
  },
  'activate-done': {
    path: '/activate/done',
    layout: 'empty',
    guard: 'anyone',
    page: 'accounts/activate-done-page.tsx',
    hasToken: true,
  },
  'activate-error': {
    path: '/activate/error',
    layout: 'empty',
    guard: 'anyone',
    page: 'accounts/activate-error-page.tsx',
    hasToken: true,
  },
  'mail-change-do': {
    path: '/mail-change/do',
    layout: 'empty',
    guard: 'anyone',
    page: 'accounts/mail-change-page.tsx',
    hasToken: true,
  },
  'account-deleted': {
    path: '/account-deleted',
    layout: 'empty',
    guard: 'anyone',
    page: 'accounts/account-deleted-page.tsx',
    hasToken: true,
  },
  complaints: {
    path: '/complaints',
    layout: 'default',
    guard: 'anyone',
    page: 'support/complaints-page.tsx',
    indexed: true,
  },
  'complaint-state': {
    path: '/complaint-state',
    layout: 'default',
    guard: 'anyone',
    page: 'support/state-page.tsx',
    hasToken: true,
  },
  decision: {
    path: '/decision',
    layout: 'default',
    guard: 'anyone',
    page: 'support/decision-page.tsx',
    hasToken: true,
  },
  'lang-config': { path: '/lang-config', layout: 'lander', guard: 'anyone', page: 'region/region-page.tsx' },
  'match-finder': {
    path: '/match-finder',
    layout: 'default',
    guard: 'member',
    page: 'members/finder/match-finder-page.tsx',
  },
  'swipe-game': {
    path: '/swipe-game',
    layout: 'default',
    guard: 'member',
    page: 'likes/swipe/swipe-page.tsx',
  },
  'transactions-id': {
    path: '/transactions/:id?',
    layout: 'default',
    guard: 'member',
    page: 'payments/transaction-page.tsx',
  },
  'landers-tinderswipe': {
    path: '/landers/tinderswipe',
    layout: 'lander',
    guard: 'visitor',
    page: 'landers/tinderswipe-page.tsx',
    indexed: true,
  },
  'landers-name': {
    path: '/landers/:name/:slug?',
    layout: 'lander',
    guard: 'visitor',
    page: 'landers/lander-page.tsx',
    indexed: true,
  },
  enter: { path: '/enter', layout: null, guard: 'anyone', page: 'age-gate/enter-action.ts' },
  leave: { path: '/leave', layout: 'lander', guard: 'anyone', page: 'age-gate/leave-page.tsx' },
  shared: { path: '/shared', layout: 'default', guard: 'member', page: 'chat/share/shared-page.tsx' },
  offline: { path: '/offline', layout: 'empty', guard: 'anyone', page: 'installed-app/offline-page.tsx' },
  ban: { path: '/ban', layout: 'default', guard: 'anyone', page: 'landing/ban-page.tsx', indexed: true },
  cookies: { path: '/cookies', layout: 'default', guard: 'anyone', page: 'landing/cookies-page.tsx', indexed: true },
  faq: { path: '/faq', layout: 'default', guard: 'anyone', page: 'landing/faq-page.tsx', indexed: true },
  privacy: { path: '/privacy', layout: 'default', guard: 'anyone', page: 'landing/privacy-page.tsx', indexed: true },
  'return-policy': {
    path: '/return-policy',
    layout: 'default',
    guard: 'anyone',
    page: 'landing/return-policy-page.tsx',
    indexed: true,
  },
  service: { path: '/service', layout: 'default', guard: 'anyone', page: 'landing/service-page.tsx', indexed: true },
  terms: { path: '/terms', layout: 'default', guard: 'anyone', page: 'landing/terms-page.tsx', indexed: true },
} as const satisfies Record<string, RouteEntry>;

export type RouteName = keyof typeof routeTable;

export const routeNames = Object.keys(routeTable) as RouteName[];

/** The table's entry for a route, optional fields included. */
export function getRoute(name: RouteName): RouteEntry {
  return routeTable[name];
}

/** The path of a route with its parameters filled in. */
export function pathTo(name: RouteName, params: Readonly<Record<string, string | undefined>> = {}): string {
  const filled = routeTable[name].path.replace(/\/:(\w+)\??/g, (_match, key: string) => {
    const value = params[key];
    return value === undefined ? '' : `/${encodeURIComponent(value)}`;
  });
  return filled === '' ? '/' : filled;
}
