import type { ProfileSummary } from '../../contract/members/operations.ts';
import { type ShownProfile, shownOn } from '../../contract/members/shown-profile.ts';
import { isLanguage } from '../../contract/platform/languages.ts';
import type { AppContext } from '../context.ts';
import { blurredLink, imageLinks } from '../photos/links.ts';
import type { Reader } from '../platform/database/database.ts';
import { toPairKey } from '../platform/pair-key.ts';
import { type View, toFormer, toSummary } from './present.ts';
import { listSummaryRows } from './queries.ts';
import { type ViewedOn, type Looking, findRelationships } from './visibility/find-relationships.ts';
import { type Relationship, type ViewerPair, asSeen, deriveSight } from './visibility/rules.ts';

type ViewContext = Pick<AppContext, 'clock' | 'secret'>;

export function buildView(context: ViewContext, viewerId: MemberId | null, shown: ShownProfile): View {
  return {
    viewerId,
    shown,
    now: context.clock.now(),
    image: (id, photoId, status) => imageLinks(context, { kind: 'member', id }, photoId, status, viewerId),
    blurred: (id, photoId) => blurredLink(context, { kind: 'member', id }, photoId, viewerId),
  };
}

/**
 * Reads the fields that each viewer's own site shows, in the order of the pairs. `visited` is the site of viewers
 * without a login. Does not check visibility.
 */
export async function listProfileSummaries(
  context: Pick<AppContext, 'clock' | 'secret' | 'sites' | 'sentences'>,
  reader: Reader,
  pairs: readonly ViewerPair[],
  visited?: ViewedOn,
): Promise<(ProfileSummary | undefined)[]> {
  if (pairs.length === 0) return [];
  const rows = await reader.all(listSummaryRows, {
    viewerIds: pairs.map(({ viewerId }) => viewerId),
    otherIds: pairs.map(({ otherId }) => otherId),
  });
  const found = new Map(rows.map((row) => [toPairKey(row.viewer_id, row.member_id), row]));
  const shown = new Map<string | null, ShownProfile>();
  if (visited) shown.set(null, shownOn(visited.settings, { isMember: false }));
  for (const { viewer_site: key } of rows) {
    if (key === null || shown.has(key)) continue;
    const { settings } = await context.sites.ofMember(key, null);
    shown.set(key, shownOn(settings, { isMember: true }));
  }
  return pairs.map(({ viewerId, otherId }) => {
    const row = found.get(toPairKey(viewerId, otherId));
    if (!row) return undefined;
    const summary = toSummary(row, buildView(context, viewerId, shown.get(row.viewer_site) ?? nothing));
    if (!row.gone) return summary;
    const { viewer_language: language } = row;
    return toFormer(summary, context.sentences.in(isLanguage(language) ? language : 'en')('common.former-member'));
  });
}

const nothing: ShownProfile = { fields: new Set(), interests: new Set() };

/** Leaves unknown ids out. Does not check visibility: for ids that a query has filtered; otherwise use `hydrate`. */
export async function listSummaries(
  context: AppContext,
  { site, viewerId }: Looking,
  ids: readonly MemberId[],
): Promise<Map<MemberId, ProfileSummary>> {
  const pairs = ids.map((otherId) => ({ viewerId, otherId }));
  const summaries = await listProfileSummaries(context, context.database, pairs, site);
  return new Map(summaries.flatMap((summary) => (summary ? [[summary.id, summary]] : [])));
}

/** Adds to each row of a list its member as the viewer may see them now, and drops the rows of hidden members. */
export async function hydrate<Row>(
  context: AppContext,
  looking: Looking,
  rows: readonly Row[],
  getMemberId: (row: Row) => MemberId,
): Promise<{ row: Row; profile: ProfileSummary; relationship: Relationship }[]> {
  const ids = [...new Set(rows.map(getMemberId))];
  const [summaries, relationships] = await Promise.all([
    listSummaries(context, looking, ids),
    findRelationships(
      context.database,
      ids.map((otherId) => ({ ...looking, otherId })),
    ),
  ]);
  const found = new Map(relationships.map((one) => [one?.other_id, one]));
  return rows.flatMap((row) => {
    const [summary, relationship] = [summaries.get(getMemberId(row)), found.get(getMemberId(row))];
    const profile = summary && relationship && asSeen(summary, deriveSight(relationship));
    return profile ? { row, profile, relationship } : [];
  });
}

/** Returns one member as a list may show them to the viewer now; undefined if none may. */
export async function findVisibleSummary(context: AppContext, looking: Looking, id: MemberId) {
  return (await hydrate(context, looking, [id], (one) => one))[0]?.profile;
}
