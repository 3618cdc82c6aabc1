/**
 * The route table of the specification, section 2: name → path, layout, guard and the file of its page.
 * A route without a file is not built yet and answers 404.
 *
 * Guards: `member` sends visitors to the login page and back, `visitor` sends members to the search,
 * `search` lets visitors in where the site's settings of logged_out_search allow it, `anyone` lets everybody in.
 */
export type Layout = 'default' | 'chat' | 'lander' | 'empty';
export type Guard = 'member' | 'visitor' | 'search' | 'anyone';

interface RouteEntry {
  path: string;
  layout: Layout;
  guard: Guard;
  page: string | null;
}

export const routeTable = {
  index: { path: '/', layout: 'empty', guard: 'visitor', page: 'landing/start-page.tsx' },
  members: { path: '/members', layout: 'default', guard: 'search', page: 'members/search/search-page.tsx' },
  'members-id': { path: '/members/:id', layout: 'default', guard: 'search', page: 'members/profile/member-page.tsx' },
  'members-id-chat': { path: '/members/:id/chat', layout: 'chat', guard: 'member', page: 'chat/member-chat-page.tsx' },
  'members-id-landing': { path: '/members/:id/landing', layout: 'lander', guard: 'anyone', page: null },
  'members-id-signup': { path: '/members/:id/signup', layout: 'lander', guard: 'anyone', page: null },
  'members-id-landing2': { path: '/members/:id/landing2/:slug?', layout: 'lander', guard: 'anyone', page: null },
  'members-id-landing3': { path: '/members/:id/landing3/:slug?', layout: 'lander', guard: 'anyone', page: null },
  chats: { path: '/chats', layout: 'chat', guard: 'member', page: 'chat/chats-page.tsx' },
  'chats-id': { path: '/chats/:id', layout: 'chat', guard: 'member', page: 'chat/chat-page.tsx' },
  likes: { path: '/likes', layout: 'default', guard: 'member', page: 'likes/likes-page.tsx' },
  'likes-m-id': { path: '/likes/m/:id', layout: 'default', guard: 'member', page: 'likes/match-page.tsx' },
  'likes-type': { path: '/likes/:type', layout: 'default', guard: 'member', page: 'likes/likes-type-page.tsx' },
  credits: { path: '/credits', layout: 'default', guard: 'member', page: 'payments/credits-page.tsx' },
  'credits-repeat-order': { path: '/credits/repeat-order', layout: 'default', guard: 'member', page: null },
  'credits-id-paymentmethod': {
    path: '/credits/:id/:paymentmethod?',
    layout: 'default',
    guard: 'member',
    page: 'payments/order-page.tsx',
  },
  directdebit: { path: '/directdebit', layout: 'default', guard: 'member', page: null },
  premium: { path: '/premium', layout: 'default', guard: 'member', page: 'payments/premium-page.tsx' },
  pricing: { path: '/pricing', layout: 'default', guard: 'anyone', page: 'payments/pricing-page.tsx' },
  profile: { path: '/profile', layout: 'default', guard: 'member', page: 'members/edit/own-profile-page.tsx' },
  settings: { path: '/settings', layout: 'default', guard: 'member', page: 'accounts/settings-page.tsx' },
  notifications: { path: '/notifications', layout: 'default', guard: 'member', page: null },
  login: { path: '/login', layout: 'empty', guard: 'visitor', page: 'accounts/login-page.tsx' },
  signup: { path: '/signup', layout: 'empty', guard: 'visitor', page: 'accounts/signup-page.tsx' },
  'complete-signup': {
    path: '/complete-signup',
    layout: 'empty',
    guard: 'member',
    page: 'accounts/complete-signup-page.tsx',
  },
  'signup-matches': { path: '/signup-matches', layout: 'empty', guard: 'member', page: null },
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
  },
  'activate-done': {
    path: '/activate/done',
    layout: 'empty',
    guard: 'anyone',
    page: 'accounts/activate-done-page.tsx',
  },
  'activate-error': {
    path: '/activate/error',
    layout: 'empty',
    guard: 'anyone',
    page: 'accounts/activate-error-page.tsx',
  },
  'mail-change-do': { path: '/mail-change/do', layout: 'empty', guard: 'anyone', page: null },
  'account-deleted': { path: '/account-deleted', layout: 'empty', guard: 'anyone', page: null },
  complaints: { path: '/complaints', layout: 'default', guard: 'anyone', page: null },
  'lang-config': { path: '/lang-config', layout: 'default', guard: 'anyone', page: null },
  'match-finder': { path: '/match-finder', layout: 'default', guard: 'member', page: null },
  'swipe-game': { path: '/swipe-game', layout: 'default', guard: 'member', page: null },
  'transactions-id': {
    path: '/transactions/:id?',
    layout: 'default',
    guard: 'member',
    page: 'payments/transaction-page.tsx',
  },
  'landers-tinderswipe': { path: '/landers/tinderswipe', layout: 'lander', guard: 'anyone', page: null },
  'landers-name': { path: '/landers/:name/:slug?', layout: 'lander', guard: 'anyone', page: null },
  ban: { path: '/ban', layout: 'default', guard: 'anyone', page: 'landing/ban-page.tsx' },
  cookies: { path: '/cookies', layout: 'default', guard: 'anyone', page: 'landing/cookies-page.tsx' },
  faq: { path: '/faq', layout: 'default', guard: 'anyone', page: 'landing/faq-page.tsx' },
  privacy: { path: '/privacy', layout: 'default', guard: 'anyone', page: 'landing/privacy-page.tsx' },
  'return-policy': {
    path: '/return-policy',
    layout: 'default',
    guard: 'anyone',
    page: 'landing/return-policy-page.tsx',
  },
  service: { path: '/service', layout: 'default', guard: 'anyone', page: 'landing/service-page.tsx' },
  terms: { path: '/terms', layout: 'default', guard: 'anyone', page: 'landing/terms-page.tsx' },
} as const satisfies Record<string, RouteEntry>;

export type RouteName = keyof typeof routeTable;

/** The members area of the specification: where the time bonus waits and the members' navigation shows. */
export const membersArea: readonly RouteName[] = ['members', 'members-id', 'chats', 'likes', 'likes-m-id', 'premium'];

/** The path of a route with its parameters filled in. */
export function pathTo(name: RouteName, params: Record<string, string> = {}): string {
  const filled = routeTable[name].path.replace(/\/:(\w+)\??/g, (_match, key: string) => {
    const value = params[key];
    return value === undefined ? '' : `/${encodeURIComponent(value)}`;
  });
  return filled === '' ? '/' : filled;
}
