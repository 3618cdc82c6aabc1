/** The storage key of the note that this browser shows a member's pushes (`web/chat/member-storage.ts`). */
export const keptPush = 'push';
