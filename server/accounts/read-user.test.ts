import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, it } from 'vitest';

import { giveCredits, quickMember, replaceStatements, sendText } from '../../tests/support/chat.ts';
import { comingVersion } from '../../tests/support/terms.ts';
import { type TestClient, useTestApp } from '../../tests/support/test-app.ts';
import { countUnread } from '../chat/read/activity.ts';
import { loadBalanceAndPremium } from '../credits/balance.ts';
import { countNewLikes } from '../likes/new-likes.ts';
import { loadOwnProfile } from '../members/own-profile.ts';
import { listOwnPhotos } from '../photos/list-photos.ts';
import { hourMs } from '../platform/clock.ts';
import { findOpenChange } from './address/open-change.ts';
import { readOwnTerms } from './terms/own-terms.ts';
import { termsVersions } from './terms/terms-versions.data.ts';

const material = comingVersion('2027-04-01T00:00:00.000Z', '2027-03-01T00:00:00.000Z', 'material');
const test = useTestApp({ terms: [...termsVersions, material] });
beforeAll(() => test.clock.set(new Date('2027-03-02T12:00:00Z')));

const getUser = async (member: TestClient) => (await member.call('getUser')).body.user;

/** Gathers what the modules say about a member, each by its own statements. */
async function gatherFacts({ id }: TestClient) {
  const { context } = test;
  const change = await findOpenChange(context.database, id, context.clock.now());
  const { own, agreed, asked, declined } = await readOwnTerms(context.database, context, id);
  const lots = await test.sql<{ credits: number; of: number; amount: number; currency: string | null }>(
    `select credits_left as credits, credits as of, price_minor as amount, currency from lots
      where member_id = $1 and credits_left > 0 order by free desc, created_at, lot_id`,
    [id],
  );
  const { balance, paid } = await loadBalanceAndPremium(context.database, id);
  return {
    email_asked: change?.new_email ?? null,
    email_asked_refused: change?.refused_at != null,
    credits: balance,
    credit_lots: lots,
    paid_user: paid,
    unread_messages: await countUnread(context, id),
    new_likes: await countNewLikes(context, id),
    terms_own: own.appliesAt,
    terms_agreed: agreed.appliesAt,
    terms_asked: asked?.appliesAt ?? null,
    terms_declined: declined,
    profile: { ...(await loadOwnProfile(context, id)), photos: await listOwnPhotos(context, id) },
  };
}

const changeAddress = (member: TestClient, askedHoursAgo: number, refused: boolean) =>
  test.sql(
    `insert into mail_changes (member_id, change_id, old_email, new_email, asked_at, refused_at) values ($1, $2, 'a', $3, $4, $5)`,
    [
      member.id,
      randomUUID(),
      `${askedHoursAgo}@example.org`,
      new Date(test.clock.now().getTime() - askedHoursAgo * hourMs),
      refused ? test.clock.now() : null,
    ],
  );

async function addPhotos(member: TestClient): Promise<void> {
  const states = ['approved', 'pending', 'rejected', ...Array.from({ length: 7 }, () => 'approved')];
  for (const [position, status] of states.entries())
    await test.sql(
      `insert into photos (member_id, photo_id, position, status, checked, width, height, created_at, refusal)
       values ($1, $2, $3, $4, false, 9, 9, $5, $6)`,
      [member.id, randomUUID(), position, status, test.clock.now(), status === 'rejected' ? 'contact' : null],
    );
}

describe('the logged-in user', () => {
  const cases: Record<string, (member: TestClient) => Promise<unknown>> = {
    'a new member': async () => undefined,
    'a premium member with two lots, of which the first is spent in part': async (member) => {
      await test.sql('update members set paid_at = $2 where member_id = $1', [member.id, test.clock.now()]);
      await giveCredits(test, member.id, 30);
      await giveCredits(test, member.id, 50);
      await sendText(member, { profile: (await quickMember(test)).id });
    },
    'photos that wait, were refused, or are beyond the limit': addPhotos,
    'the photos of a premium member': async (member) => {
      await test.sql('update members set paid_at = $2 where member_id = $1', [member.id, test.clock.now()]);
      await addPhotos(member);
    },
    'a member who pauses': (member) => member.call('startPause', { period: 'week' }),
    'an invisible member': (member) => member.call('updateProfile', { invisible: true }),
    'a hidden profile': (member) => test.sql(`update profiles set status = 'hidden' where member_id = $1`, [member.id]),
    'a new address that is not confirmed': (member) => changeAddress(member, 1, false),
    'a new address that refuses mail': (member) => changeAddress(member, 2, true),
    'an old change of address': (member) => changeAddress(member, 500, false),
    'unread messages, one of them in a deleted conversation': async (member) => {
      for (const _ of [1, 2]) await sendText(await quickMember(test, { credits: 20 }), { profile: member.id });
      const [chat] = (await member.call('listChats')).body.chats;
      await test.sql('update inbox set hidden = true where conversation_id = $1', [chat?.conversation.id]);
    },
    'likes, of which one is seen and one comes from a blocked member': async (member) => {
      const givers = [await quickMember(test), await quickMember(test), await quickMember(test)] as const;
      for (const giver of givers) await giver.call('addLike', { profile: member.id });
      await member.call('getProfile', { id: givers[0].id });
      await test.sql('insert into blocks (member_id, blocked_id, created_at) values ($1, $2, $3)', [
        member.id,
        givers[1].id,
        test.clock.now(),
      ]);
    },
    'a member who agrees to new terms': (member) =>
      member.call('answerTerms', { applies_at: material.appliesAt, agrees: true }),
    'a member who declines new terms': (member) =>
      member.call('answerTerms', { applies_at: material.appliesAt, agrees: false }),
  };

  it.each(Object.entries(cases))('is what each module says about %s', async (_name, prepare) => {
    const member = await quickMember(test, { credits: 10 });
    await prepare(member);
    const facts = await gatherFacts(member);
    expect(await getUser(member)).toMatchObject(facts);
    // Nothing of the member reaches another.
    const other = await quickMember(test);
    expect(await getUser(other)).toMatchObject({ ...(await gatherFacts(other)), id: other.id });
  });

  it('shows an announcement until its member closes it', async () => {
    const member = await quickMember(test);
    expect((await getUser(member)).terms_coming).toBe(material.appliesAt);
    await member.call('dismissTerms', { applies_at: material.appliesAt });
    expect((await getUser(member)).terms_coming).toBeNull();
    expect((await getUser(await quickMember(test))).terms_coming).toBe(material.appliesAt);
  });

  it('is read in two statements besides the session', async () => {
    const member = await quickMember(test, { credits: 10 });
    const names: string[] = [];
    const query = replaceStatements((name, run) => {
      names.push(name);
      return run();
    });
    await getUser(member);
    query.mockRestore();
    expect(names).toEqual(['accounts.find-sessions', 'accounts.find-user', 'likes.count-new']);
  });
});
