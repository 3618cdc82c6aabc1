import type { ProfileSummary } from '../../contract/members/operations.ts';
import { isLanguage } from '../../contract/platform/languages.ts';
import { type ShownProfile, shownOn } from '../../contract/members/shown-profile.ts';
import type { AppContext } from '../context.ts';
import type { Reader } from '../platform/database/database.ts';
import { toFormer, toSummary } from './present.ts';
import { listSummaryRows } from './queries.ts';
import { buildView } from './view.ts';
import type { ViewedOn } from './visibility/find-relationships.ts';
import type { ViewerPair } from './visibility/rules.ts';

type SummaryContext = Pick<AppContext, 'clock' | 'secret' | 'sites' | 'sentences'>;

/**
 * Reads public fields of members in the order of the pairs, limited to those that each viewer's own site shows.
 * `visited` is the site of viewers without a login. Does not check visibility. Former members have neither name nor
 * photo.
 */
export async function listProfileSummaries(
  context: SummaryContext,
  reader: Reader,
  pairs: readonly ViewerPair[],
  visited?: ViewedOn,
): Promise<(ProfileSummary | undefined)[]> {
  if (pairs.length === 0) return [];
  const rows = await reader.all(listSummaryRows, {
    viewerIds: pairs.map(({ viewerId }) => viewerId),
    otherIds: pairs.map(({ otherId }) => otherId),
  });
  const found = new Map(rows.map((row) => [`${row.viewer_id} ${row.member_id}`, row]));
  const sites = new Set(rows.map((row) => row.viewer_site));
  const shown = await findShown(context, sites, visited);
  return pairs.map(({ viewerId, otherId }) => {
    const row = found.get(`${viewerId} ${otherId}`);
    if (!row) return undefined;
    const summary = toSummary(row, buildView(context, viewerId, shown.get(row.viewer_site) ?? nothing));
    if (!row.gone) return summary;
    const { viewer_language: language } = row;
    return toFormer(summary, context.sentences.in(isLanguage(language) ? language : 'en')('common.former-member'));
  });
}

const nothing: ShownProfile = { fields: new Set(), interests: new Set() };

/** Profile fields shown to members, by site key; under null, those that `visited` shows to visitors. */
async function findShown(
  context: SummaryContext,
  keys: ReadonlySet<string | null>,
  visited: ViewedOn | undefined,
): Promise<Map<string | null, ShownProfile>> {
  const shown = new Map<string | null, ShownProfile>();
  if (visited) shown.set(null, shownOn(visited.settings, { isMember: false }));
  for (const key of keys) {
    if (key === null) continue;
    const { settings } = await context.sites.ofMember(key, null);
    shown.set(key, shownOn(settings, { isMember: true }));
  }
  return shown;
}
