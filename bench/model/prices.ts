import { dayMs as day, hourMs as hour } from '../../server/platform/clock.ts';
import { type BundleId, type Market, type SiteName, bundles, marketNames, markets, siteNames } from './shop.data.ts';

export interface ModelCode {
  name: string;
  site: SiteName;
  percentage: number;
  minimum: number;
  market: Market | null;
  usesMax: number | null;
  memberUsesMax: number;
  uses: number;
}

export interface Claim {
  slot: string;
  number: number;
  held: boolean;
  code: ModelCode | null;
}

export interface Wanted {
  site: SiteName;
  market: Market;
  bundle: BundleId;
  code?: string | undefined;
}

export interface Priced {
  minor: number;
  credits: number;
  currency: string;
  claim: Claim | null;
}

const firstPurchase = 'first purchase';
const offers = ['TIMEBONUS25', 'WELCOME25'];

export class Prices {
  readonly signupAt: number;
  readonly codes: ModelCode[] = [];
  readonly claims: Claim[] = [];
  private readonly history = new Map<string, { from: number; minor: number }[]>();

  constructor(signupAt: number) {
    this.signupAt = signupAt;
    for (const site of siteNames)
      for (const market of marketNames)
        for (const { id, minor } of bundles)
          this.history.set(`${site} ${market} ${id}`, [{ from: signupAt - 90 * day, minor: minor[market] }]);
  }

  private listPrices({ site, market, bundle }: Wanted) {
    return this.history.get(`${site} ${market} ${bundle}`) ?? [];
  }

  now(wanted: Wanted): number {
    return this.listPrices(wanted).at(-1)?.minor ?? 0;
  }

  set(wanted: Wanted, from: number, minor: number): void {
    this.listPrices(wanted).push({ from, minor });
  }

  private lowest(wanted: Wanted, now: number): number {
    const all = this.listPrices(wanted);
    return Math.min(
      ...all.filter((_, index) => (all[index + 1]?.from ?? Infinity) > now - 30 * day).map((one) => one.minor),
    );
  }

  quote(wanted: Wanted, now: number, premium: boolean): Priced | undefined {
    const discount = wanted.code === undefined ? this.offer(now, premium) : this.named(wanted, now, premium);
    if (discount === undefined) return undefined;
    const { currency, least } = markets[wanted.market];
    const credits = bundles.find(({ id }) => id === wanted.bundle)?.credits ?? 0;
    const current = this.now(wanted);
    if (discount === null) return { minor: current, credits, currency, claim: null };
    const lowest = this.lowest(wanted, now);
    const minor = Math.max(Math.round((lowest * (100 - discount.percentage)) / 100), Math.min(least, lowest, current));
    return { minor, credits, currency, claim: this.getClaim(discount) };
  }

  private getClaim({ slot, code }: { slot: string; code: ModelCode | null }): Claim {
    const taken = new Set(this.held(slot).map((one) => one.number));
    let number = 1;
    while (taken.has(number)) number += 1;
    return { slot, number, held: true, code };
  }

  private held(slot: string): Claim[] {
    return this.claims.filter((one) => one.slot === slot && one.held);
  }

  /** Until a purchase: a time bonus for four hours from the sign-up, none for 30 days, then the welcome discount. */
  private offer(now: number, premium: boolean) {
    if (premium || this.held(firstPurchase).length > 0 || this.isQuiet(now)) return null;
    return { percentage: 25, slot: firstPurchase, code: null };
  }

  private isQuiet(now: number): boolean {
    const age = now - this.signupAt;
    return age >= 4 * hour && age < 4 * hour + 30 * day;
  }

  private named(wanted: Wanted, now: number, premium: boolean) {
    const { code: name = '', site, market } = wanted;
    if (offers.includes(name)) {
      const isTheirs = now - this.signupAt < 4 * hour === (name === 'TIMEBONUS25') || name === 'WELCOME25';
      return (isTheirs ? this.offer(now, premium) : null) ?? undefined;
    }
    const code = this.codes.find((one) => one.name === name && one.site === site);
    if (!code || (code.market !== null && code.market !== market)) return undefined;
    if (this.isQuiet(now) && this.held(firstPurchase).length === 0 && code.percentage >= 25) return undefined;
    const slot = `${site} ${name}`;
    if (this.held(slot).length >= code.memberUsesMax) return undefined;
    if (code.usesMax !== null && code.uses >= code.usesMax) return undefined;
    if (code.minimum > 0 && (market !== 'NL' || this.now(wanted) < code.minimum)) return undefined;
    return { percentage: code.percentage, slot, code };
  }

  hold(claim: Claim): void {
    this.claims.push(claim);
    if (claim.code) claim.code.uses += 1;
  }

  release(claim: Claim): void {
    claim.held = false;
    if (claim.code) claim.code.uses -= 1;
  }

  /** A late payment takes its discount again. Returns whether enough uses were left. */
  renew(claim: Claim): boolean {
    const { code } = claim;
    const { number } = this.getClaim(claim);
    if (number > (code?.memberUsesMax ?? 1)) return false;
    if (code && code.usesMax !== null && code.uses >= code.usesMax) return false;
    claim.held = true;
    claim.number = number;
    if (code) code.uses += 1;
    return true;
  }
}
