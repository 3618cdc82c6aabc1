import type { User } from '../platform/queries.ts';
import { type RouteName, getRoute } from '../platform/route-table.ts';
import { isRefused, mailsOffAlert } from './refused-email.ts';

/** Members are not reminded to confirm their address on these pages, where they are busy with the account itself. */
const silentOn: readonly RouteName[] = ['signup', 'complete-signup', 'settings', 'notifications'];

/** All banners, the most important first. */
const banners = [
  'offline',
  'first-credits',
  'refused',
  'confirm',
  'terms',
  'disabled-notifications',
  'time-bonus',
  'profile-photo',
  'demo',
] as const;

export type BannerName = (typeof banners)[number];

export interface BannerFacts {
  isOnline: boolean;
  /** The site has fictional members only (`getSettings`). */
  isDemo: boolean;
  /** The first view after sign-up, which announces the credits and asks for nothing yet. */
  isFirstView: boolean;
  /** The start credits can be announced and were not dismissed. */
  hasGift: boolean;
  /** The time bonus runs (`web/discounts`). */
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
  /** Undefined if no route matches. */
  route: RouteName | undefined;
  /** Names of the alerts that were dismissed for good. */
  dismissed: readonly string[];
}

/** Returns the one banner of a page, or null: nobody reads several at once, and they push the content down. */
export function chooseBanner(facts: BannerFacts): BannerName | null {
  return banners.find((name) => isDue[name](facts)) ?? null;
}

const isDue: Record<BannerName, (facts: BannerFacts) => boolean> = {
  offline: ({ isOnline }) => !isOnline,
  'first-credits': ({ isFirstView, hasGift }) => isFirstView && hasGift,
  // The bundles show the offer themselves, with its countdown.
  'time-bonus': ({ isFirstView, hasBonus, route, dismissed }) =>
    !isFirstView && hasBonus && route !== 'credits' && !dismissed.includes('time-bonus'),
  // The page itself says what changes.
  terms: ({ isFirstView, user, route }) => !isFirstView && !!user?.terms_coming && route !== 'terms',
  refused: (facts) => isDue.confirm(facts) && !!facts.user && isRefused(facts.user),
  confirm: (facts) => !facts.isFirstView && mustConfirm(facts),
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
    getRoute(route).membersArea === true &&
    !dismissed.includes('profile-photo'),
  demo: ({ isDemo, dismissed }) => isDemo && !dismissed.includes('demo'),
};

/** True if a profile stays disabled until the address is confirmed (specification, section 4). */
function mustConfirm({ user, route }: BannerFacts): boolean {
  if (user?.status !== 'not_confirmed' || user.profile.status !== 'disabled') return false;
  return route === undefined || !silentOn.includes(route);
}
