import { searchPagesMax } from '../../contract/members/limits.ts';
import { type Module, withMember, deletedWithMember, reasons } from '../module.ts';
import { getProfile } from './get-profile.ts';
import { hideMember } from './hide/hide-member.ts';
import { listHidden } from './hide/list-hidden.ts';
import { unhideMember } from './hide/unhide-member.ts';
import { listSimilar } from './search/list-similar.ts';
import { endPause, endPauses } from './pause/end-pause.ts';
import { startPause } from './pause/start-pause.ts';
import { searchProfiles } from './search/search-profiles.ts';
import { getDailyPicks, purgeDailyPicks } from './suggest/get-daily-picks.ts';
import { listSignupMatches } from './suggest/list-signup-matches.ts';
import { updateProfile } from './update-profile.ts';

export const members = {
  public: [
    'get-profile.ts',
    'list-summaries.ts',
    'own-profile.ts',
    'queries-columns.ts',
    'said-on-profile.ts',
    'search/count-newcomers.ts',
    'search/find-unmet.ts',
    'visibility/find-relationships.ts',
    'visibility/queries-conditions.ts',
    'visibility/rules.ts',
    'write-profile.ts',
  ],
  mutual: {
    photos: 'Profiles list photos; a change of photos updates the photo count and the main photo of the profile.',
  },
  operations: {
    getProfile,
    updateProfile,
    searchProfiles,
    listSimilar,
    startPause,
    endPause,
    hideMember,
    unhideMember,
    listHidden,
    getDailyPicks,
    listSignupMatches,
  },
  limits: {
    /** Pages of results; a separate limit counts the different members that they show in a day. */
    search: { points: searchPagesMax, seconds: 600 },
    profile: { points: 300, seconds: 3_600 },
  },
  jobs: {
    'end-pauses': { run: endPauses, schedule: '* * * * *' },
  },
  purges: {
    daily_picks: purgeDailyPicks,
  },
  tables: {
    profiles: {
      ...withMember,
      erasure: {
        rule: 'emptied',
        why: 'conversations of other members lead to the profile',
        keeps: ['gender', 'country', 'status', 'pool'],
      },
      export: 'account',
      columnsNotExported: {
        fictional: reasons.workings,
        main_photo: reasons.copy,
        main_photo_checked: reasons.copy,
        main_photo_status: reasons.copy,
        num_photos: reasons.copy,
        photos_unseen: reasons.copy,
        pool: reasons.workings,
        status: reasons.workings,
      },
    },
    searchable: { ...withMember, erasure: deletedWithMember, notExported: reasons.copy },
    hides: { ...withMember, erasure: deletedWithMember, export: 'likes' },
    daily_picks: {
      ...withMember,
      erasure: { ...deletedWithMember, limit: { from: 'evening', days: 3 } },
      notExported: `${reasons.fleeting}: the members whom we suggested for an evening`,
    },
  },
} satisfies Module;
