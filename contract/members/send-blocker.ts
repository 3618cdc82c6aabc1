import Type from 'typebox';

export const SendBlocker = Type.Enum(['credits', 'premium', 'unconfirmed', 'you-blocked', 'blocked', 'closed', 'gone']);

export type SendBlocker = Type.Static<typeof SendBlocker>;
