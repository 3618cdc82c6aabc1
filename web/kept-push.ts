/** The name under which it is kept for a member that this browser shows their pushes (`web/chat/member-storage.ts`). */
export const keptPush = 'push';
