import type { Input } from '../../contract/index.ts';
import { byProfileAttribute } from '../../contract/members/attributes.ts';
import type { Country } from '../../contract/platform/countries.ts';
import { isBlank } from '../../contract/platform/text.ts';
import { declareCountry } from '../accounts/declare-country.ts';
import { recordChoices, recordSensitiveConsent } from '../accounts/record-consent.ts';
import { renameMember } from '../accounts/rename-member.ts';
import { resolvePlace } from '../geo/towns.ts';
import type { Transaction } from '../platform/database/database.ts';
import { must, refuse, refuseFields } from '../platform/failure.ts';
import type { Handler, MemberCall } from '../platform/handler.ts';
import { loadOwnProfile } from './own-profile.ts';
import type { OwnRow } from './present.ts';
import { findOwnProfile, lockProfile, saveProfile } from './queries.ts';
import { showsPhotoToVisitors } from './visibility/rules.ts';

type Changes = Input<'updateProfile'>;

/**
 * Changes the given fields (specification, sections 3 and 5). Withdrawing consent erases sexuality and interests.
 * Throws consent.missing, town.not-found, input.invalid.
 */
export const updateProfile: Handler<'updateProfile'> = async (changes, call) => {
  const { context, member, site } = call;
  await context.database.transaction(async (tx) => {
    await tx.run(lockProfile, { memberId: member.id });
    const before = await tx.first(findOwnProfile, { memberId: member.id });
    must(before, 'profile.not-found');
    // Explicit interests exist only in some niches.
    const offered = new Set(site.settings.interests.map(({ key }) => key));
    const isOffered = changes.interests?.every((key) => offered.has(key)) ?? true;
    refuseFields({ interests: isOffered ? undefined : 'field.invalid' });
    const consent = changes.consent_sensitive ?? before.consent;
    if (consent !== before.consent) await recordSensitiveConsent(tx, member.id, consent, context.clock.now(), call);
    const { name = before.name } = changes;
    const named =
      name === before.name ? name : await renameMember(tx, { memberId: member.id, name, email: member.email });
    const place = placeAfter(changes, before);
    await recordPhotoChoice(tx, changes, before, call);
    if (changes.country !== undefined) await declareCountry(tx, call, place.country as Country);
    const after = { ...before, ...given(changes), ...place, ...sensitiveAfter(changes, before, consent), name: named };
    await tx.run(saveProfile, {
      ...after,
      memberId: member.id,
      visitorsSeePhoto: after.visitors_see_photo,
      attributes: byProfileAttribute((attribute) => after[attribute]),
    });
    tx.afterCommit(() => context.bus.publish(member.id, { type: 'profile' }));
  });
  return { profile: await loadOwnProfile(context, member.id) };
};

/** Compares the choice with the value in effect, so that choosing the default is not recorded. */
async function recordPhotoChoice(tx: Transaction, changes: Changes, before: OwnRow, call: MemberCall): Promise<void> {
  const { visitors_see_photo: chosen } = changes;
  if (chosen === undefined || chosen === showsPhotoToVisitors(before)) return;
  await recordChoices(tx, call, { [chosen ? 'on' : 'off']: ['visitor_photo'] });
}

function given(changes: Changes): Partial<OwnRow> {
  const { gender, about, languages, invisible, visitors_see_photo } = changes;
  const attributes = byProfileAttribute((name) => changes[name]);
  const plain = { ...attributes, gender, about, languages, invisible, visitors_see_photo };
  if (about !== undefined && isBlank(about)) plain.about = '';
  return Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined));
}

/**
 * Returns the place after the changes. A town determines its region. A new country or region drops a town that is not
 * in it.
 */
function placeAfter(changes: Changes, before: OwnRow): Pick<OwnRow, 'country' | 'region' | 'town'> {
  const { country = before.country, countryregion } = changes;
  const moved = country !== before.country;
  // Null and an empty text both clear the region.
  const region = countryregion !== undefined ? countryregion || null : moved ? null : before.region;
  const town = changes.town !== undefined ? changes.town : moved || region !== before.region ? null : before.town;
  return { country, ...resolvePlace(country, region, town) };
}

function sensitiveAfter(changes: Changes, before: OwnRow, consent: boolean): Pick<OwnRow, 'sexuality' | 'interests'> {
  if (consent) {
    return {
      sexuality: changes.sexuality ?? before.sexuality,
      interests: [...new Set(changes.interests ?? before.interests)],
    };
  }
  if (changes.sexuality !== undefined || (changes.interests?.length ?? 0) > 0) refuse('consent.missing');
  return { sexuality: null, interests: [] };
}
