import { isRefused, mailsOffAlert } from '../accounts/alerts/account-alerts.ts';
import type { User } from '../platform/calls/queries.ts';
import { type RouteName, routeTable } from '../platform/pages/route-table.ts';

/** Members are not reminded to confirm their address on these pages, where they are busy with the account itself. */
const silentOn: readonly RouteName[] = ['signup', 'complete-signup', 'settings', 'notifications'];

/** Pages of an order: they show an offer themselves, and after a failed payment it would press. */
const orderPages: readonly RouteName[] = [
  'premium',
  'credits',
  'credits-id-paymentmethod',
  'credits-repeat-order',
  'directdebit',
  'transactions-id',
];

const banners = [
  'offline',
  'first-credits',
  'refused',
  'confirm',
  'paused',
  'terms',
  'disabled-notifications',
  'time-bonus',
  'profile-photo',
  'demo',
] as const;

export type BannerName = (typeof banners)[number];

export interface BannerFacts {
  isOnline: boolean;
  isDemo: boolean;
  /** The first view after sign-up, which announces the credits and asks for nothing yet. */
  isFirstView: boolean;
  /** The start credits can be announced and were not dismissed. */
  hasGift: boolean;
  hasBonus: boolean;
  user: Pick<
    User,
    | 'status'
    | 'email_asked'
    | 'email_asked_refused'
    | 'address_failed'
    | 'notifications_stopped'
    | 'terms_coming'
    | 'profile'
  > | null;
  route: RouteName | undefined;
  dismissed: readonly string[];
}

/** Returns the one banner of a page, or null: nobody reads several at once, and they push the content down. */
export function chooseBanner(facts: BannerFacts): BannerName | null {
  return banners.find((name) => isDue[name](facts)) ?? null;
}

const isDue: Record<BannerName, (facts: BannerFacts) => boolean> = {
  offline: ({ isOnline }) => !isOnline,
  'first-credits': ({ isFirstView, hasGift }) => isFirstView && hasGift,
  'time-bonus': ({ isFirstView, hasBonus, route, dismissed }) =>
    !isFirstView && hasBonus && !isOrder(route) && !dismissed.includes('time-bonus'),
  // These pages themselves say what changes.
  terms: ({ isFirstView, user, route }) =>
    !isFirstView && !!user?.terms_coming && route !== 'terms' && route !== 'new-terms',
  refused: (facts) => isDue.confirm(facts) && !!facts.user && isRefused(facts.user),
  confirm: (facts) => !facts.isFirstView && mustConfirm(facts),
  paused: ({ user }) => !!user?.profile.paused_until,
  // The notifications page says so itself.
  'disabled-notifications': ({ isFirstView, user, route, dismissed }) =>
    !isFirstView &&
    route !== 'notifications' &&
    user !== null &&
    (user.address_failed || user.notifications_stopped.length > 0) &&
    !dismissed.includes(mailsOffAlert(user)),
  'profile-photo': ({ isFirstView, user, route, dismissed }) =>
    !isFirstView &&
    user?.status === 'active' &&
    user.profile.main_image === null &&
    route !== undefined &&
    routeTable[route].membersArea === true &&
    !isOrder(route) &&
    !dismissed.includes('profile-photo'),
  demo: ({ isDemo, dismissed }) => isDemo && !dismissed.includes('demo'),
};

const isOrder = (route: RouteName | undefined): boolean => route !== undefined && orderPages.includes(route);

/** True if a profile stays disabled until the address is confirmed (specification, section 4). */
function mustConfirm({ user, route }: BannerFacts): boolean {
  if (user?.status !== 'not_confirmed' || user.profile.status !== 'disabled') return false;
  return route === undefined || !silentOn.includes(route);
}
