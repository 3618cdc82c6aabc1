import { type PushKind } from '../../../contract/notifications/notification-rules.ts';
import type { PushMessage } from '../../../contract/notifications/push.ts';
import type { Say } from '../../platform/sentences.ts';
import { fictionalLines, newsLines } from '../letter-parts.ts';
import { type Unseen, countNews } from '../rules.ts';

interface Pushed {
  kind: PushKind;
  unseen: readonly Unseen[];
  badge: number;
  title: string;
  member: string;
}

/** The payload of a push: counts without names, texts or photos. Links to the conversation if there is only one. */
export function presentPush(say: Say, { kind, unseen, badge, title, member }: Pushed): PushMessage {
  const news = countNews(unseen);
  const lines = [...newsLines(say, news), ...fictionalLines(say, news)];
  const [only, ...others] = unseen;
  const conversation = others.length === 0 ? only?.conversation : null;
  const list = kind === 'like' ? '/likes' : '/chats';
  const path = conversation ? `/chats/${conversation}` : list;
  const done = say('notifications.push.stopped', { kind: say(`notifications.kind.${kind}`) });
  const stop = { label: say('notifications.push.stop'), done, member };
  return { title, body: lines.join('\n'), kind, path, badge, stop };
}
