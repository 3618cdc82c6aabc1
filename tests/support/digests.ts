import { type NotificationKind, notificationKinds } from '../../contract/notifications/notification-rules.ts';
import { planDigests } from '../../server/notifications/plan-digests.ts';
import { dayMs } from '../../server/platform/clock.ts';
import { type QuickMember, quickMember } from './chat.ts';
import type { TestApp, TestClient } from './test-app.ts';

/** Steps for tests of mails to absent members. */
export interface Digests {
  /** Creates a member who joined and was last online this many days ago. */
  away(days?: number, wanted?: QuickMember): Promise<TestClient>;
  /** Sets a member's last activity, ten days ago by default. Calls count as activity. */
  leave(member: TestClient, days?: number): Promise<unknown>;
  /** Turns off all other kinds of mail for a member. */
  only(member: TestClient, kinds: readonly NotificationKind[]): Promise<unknown>;
  /** The mails to a member, newest first. */
  readMails(
    member: TestClient,
  ): Promise<{ text: string; headers: Record<string, string>; html: string; mail: string }[]>;
  /** Plans and sends all due mails. Returns those to the member. */
  sent(member: TestClient): ReturnType<Digests['readMails']>;
  planned(member: TestClient): Promise<{ kind: string; day: string; about: string | null }[]>;
}

export function createDigestTools(test: TestApp): Digests {
  const leave: Digests['leave'] = (member, days = 10) =>
    test.sql('update profiles set last_active_at = $2 where member_id = $1', [
      member.id,
      new Date(test.clock.now().getTime() - days * dayMs),
    ]);
  const readMails: Digests['readMails'] = async ({ id }) =>
    (await test.outbox())
      .filter(({ to }) => to === `${id}@example.org`)
      .map(({ subject, text, html, headers = {} }) => ({ text, html, headers, mail: `${subject}\n${text}` }));
  const only: Digests['only'] = (member, kinds) =>
    test.sql(
      `update members set notifications_off = (select jsonb_object_agg(kind, 'member') from unnest($2::text[]) as k (kind)) where member_id = $1`,
      [member.id, notificationKinds.filter((kind) => !kinds.includes(kind))],
    );
  return {
    leave,
    only,
    readMails,
    away: async (days = 10, wanted = {}) => {
      const now = test.clock.now();
      test.clock.set(new Date(now.getTime() - days * dayMs));
      const member = await quickMember(test, wanted);
      test.clock.set(now);
      return member;
    },
    sent: async (member) => {
      await planDigests(test.context);
      await test.runJobs();
      return readMails(member);
    },
    planned: ({ id }) =>
      test.sql(
        `select kind, opened_on::text as day, about from digests where member_id = $1 order by opened_on, kind`,
        [id],
      ),
  };
}
