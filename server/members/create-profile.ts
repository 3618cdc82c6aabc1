import type { Gender, Sexuality } from '../../contract/members/attributes.ts';
import type { Country } from '../../contract/platform/countries.ts';
import { resolvePlace } from '../geo/resolve-place.ts';
import type { Transaction } from '../platform/database/database.ts';
import { insertProfile } from './queries.ts';

export interface NewProfile {
  memberId: string;
  name: string;
  gender: Gender;
  /** Null without the consent to store it. */
  sexuality: Sexuality | null;
  /** `YYYY-MM-DD`. */
  dateOfBirth: string;
  country: Country;
  region: string | null;
  /** The id of a town in the town list; it determines the region. */
  town: string | null;
  about?: string;
  /** Run by the operator, and labelled as fictional wherever it appears. */
  fictional?: boolean;
  pool?: string;
  now: Date;
}

/**
 * Creates the profile of a new member, disabled until the address is confirmed (specification, section 4). Throws
 * input.invalid with `town` or `countryregion` if the place is not in the country.
 */
export async function createProfile(tx: Transaction, profile: NewProfile): Promise<void> {
  const { region, town } = resolvePlace(profile.country, profile.region, profile.town);
  const { about = '', fictional = false, pool = 'default' } = profile;
  await tx.run(insertProfile, { ...profile, region, town, about, fictional, pool });
}
