import { type Module, withMember, deletedWithMember, reasons } from '../module.ts';
import { addLike } from './add-like.ts';
import { getAutoLike } from './get-auto-like.ts';
import { listLikes } from './list-likes.ts';
import { purgeLikes } from './erase-likes.ts';
import { removeLike } from './remove-like.ts';
import { getSwipe } from './swipe/get-swipe.ts';
import { swipeProfile } from './swipe/swipe-profile.ts';
import { undoSwipe } from './swipe/undo-swipe.ts';

export const likes = {
  public: ['erase-likes.ts', 'new-likes.ts', 'remove-like.ts'],
  mutual: {
    notifications: 'Members who are offline get mail about a like; a push says how many are new.',
    members: 'Lists of likes show member summaries; opening a profile marks its like as seen.',
  },
  operations: { addLike, removeLike, listLikes, getAutoLike, getSwipe, swipeProfile, undoSwipe },
  constraints: { likes_not_self: 'like.self' },
  purges: {
    likes: purgeLikes,
  },
  tables: {
    likes_received: {
      ...withMember,
      erasure: deletedWithMember,
      export: 'likes',
      columnsNotExported: { shown_at: reasons.workings },
    },
    likes_given: { ...withMember, erasure: deletedWithMember, export: 'likes' },
    likes_withdrawn: {
      ...withMember,
      erasure: { ...deletedWithMember, limit: { from: 'created_at', days: 1 } },
      notExported: reasons.others,
    },
    swipes: {
      ...withMember,
      erasure: { ...deletedWithMember, limit: { from: 'swiped_at', days: 30 } },
      export: 'likes',
    },
    swipe_days: {
      ...withMember,
      erasure: { ...deletedWithMember, limit: { from: 'day', days: 31 } },
      export: 'likes',
      columnsNotExported: { last_profile_id: reasons.workings, returned: reasons.workings },
    },
  },
} satisfies Module;
