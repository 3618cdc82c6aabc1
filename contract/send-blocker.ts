import Type from 'typebox';

/** What keeps the viewer from sending a message. */
export const SendBlocker = Type.Enum(['credits', 'premium', 'unconfirmed', 'you-blocked', 'blocked', 'closed', 'gone']);

export type SendBlocker = Type.Static<typeof SendBlocker>;
