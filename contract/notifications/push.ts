import Type from 'typebox';

import { pushKinds } from './notification-rules.ts';
import { defineOperation } from '../platform/operation.ts';

const PushKind = Type.Enum([...pushKinds]);

/** `PushSubscription.toJSON`. The handler validates the values. */
export const PushSubscription = Type.Object({
  endpoint: Type.String({ maxLength: 1_000 }),
  keys: Type.Object({ p256dh: Type.String({ maxLength: 120 }), auth: Type.String({ maxLength: 40 }) }),
});

export const PushState = Type.Object({
  here: Type.Boolean({ description: 'whether the session of the call gets pushes' }),
  elsewhere: Type.Integer({ minimum: 0, description: 'number of other sessions of the member that get pushes' }),
  push_disabled: Type.Array(PushKind, { description: 'kinds that are off' }),
});

export const pushOperations = {
  getPush: defineOperation({
    summary: 'Returns which sessions of the member get pushes, and of which kinds.',
    source: 'specification, sections 3 and 7',
    audience: 'member',
    input: Type.Object({}),
    output: PushState,
    errors: [],
    limit: 'read',
  }),
  addPush: defineOperation({
    summary:
      'Attaches a push subscription to the session; it ends with the session. An endpoint belongs to the session that registered it last.',
    source: 'specification, section 7; RFC 8030',
    audience: 'member',
    input: Type.Object({
      subscription: Type.Union([PushSubscription, Type.Literal('denied')], {
        description: '`denied`: the member has refused pushes in this browser',
      }),
      renewal: Type.Optional(
        Type.Boolean({
          description: 'whether the browser has replaced its subscription; ignored if there was none',
        }),
      ),
    }),
    output: PushState,
    errors: ['push.not-offered', 'push.subscription'],
    limit: 'write',
  }),
  setPushKinds: defineOperation({
    summary: 'Sets the kinds of push that are off for the member, in every browser.',
    source: 'notifications',
    audience: 'member',
    input: Type.Object({
      push_disabled: Type.Array(PushKind, {
        uniqueItems: true,
        description: 'all kinds to turn off; every other kind is turned on',
      }),
      push_changed: Type.Optional(
        Type.Array(PushKind, {
          uniqueItems: true,
          description: 'kinds that `push_disabled` applies to; by default, all',
        }),
      ),
    }),
    output: PushState,
    errors: [],
    limit: 'write',
  }),
  removePush: defineOperation({
    summary: 'Removes the push subscription of the session.',
    source: 'notifications',
    audience: 'member',
    input: Type.Object({}),
    output: PushState,
    errors: [],
    limit: 'write',
  }),
};

export type PushSubscription = Type.Static<typeof PushSubscription>;
export type PushState = Type.Static<typeof PushState>;

/** The content of a push, which is encrypted for the browser. */
export interface PushMessage {
  title: string;
  body: string;
  /** A later push of the same kind replaces this one on the screen. */
  kind: string;
  path: string;
  /** The number of unread messages and new likes, for the badge of the app. */
  badge: number;
  /** The button that turns this kind off, in browsers that show buttons in notifications. */
  stop?: PushStop;
}

export interface PushStop {
  /** The text is shown once the kind is off. */
  label: string;
  done: string;
  /** The member whose pushes end, even if another member is logged in by then. */
  member: MemberId;
}
