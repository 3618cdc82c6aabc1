import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, it } from 'vitest';

import { type OperationName, calls } from '../contract/calls.ts';
import { type Role, accessMatrix, roles } from './access-matrix.data.ts';
import { quickMember } from './support/chat.ts';
import { addPhotoRow, addCardRow, addDebitRow, addPaymentRow } from './support/owned.ts';
import { type TestClient, useTestApp } from './support/test-app.ts';

describe('access', () => {
  const test = useTestApp();
  let owner: TestClient;
  let clients: Record<Role, TestClient>;
  let owned: { conversation: string; photo: string; payment: string; card: string; debit: string };

  beforeAll(async () => {
    owner = await quickMember(test, { credits: 1_000, paid: true });
    const other = await quickMember(test);
    clients = {
      visitor: test.client(),
      stranger: await quickMember(test, { credits: 50 }),
      blocked: await quickMember(test, { credits: 50 }),
      free: await quickMember(test, { credits: 50 }),
      premium: await quickMember(test, { credits: 50, paid: true }),
    };
    // Quick members have no password. This one gets a password, so that a wrong old one is refused as usual.
    const real = await test.member();
    await test.sql('update members set password_hash = (select password_hash from members where member_id = $1)', [
      real.id,
    ]);
    const write = async (from: TestClient, to: string): Promise<string> => {
      const sent = await from.call('sendMessage', {
        profile: to,
        text: 'A private word',
        idempotency_key: randomUUID(),
      });
      expect(sent.status).toBe(200);
      return sent.body.message.conversation;
    };
    const conversation = await write(owner, other.id);
    await write(clients.free, owner.id);
    await write(clients.premium, owner.id);
    await owner.call('blockMember', { profile: clients.blocked.id });
    owned = { conversation, photo: await addPhotoRow(test, owner.id), payment: '', card: '', debit: '' };
    owned.card = await addCardRow(test, owner.id);
    owned.debit = await addDebitRow(test, owner.id);
    owned.payment = await addPaymentRow(test, owner.id);
  });

  function makeInput(name: OperationName): object {
    const inputs: Partial<Record<OperationName, object>> = {
      signUp: { email: 'no' },
      checkSignUp: { email: 'anna@example.org', password: 'a new quiet evening' },
      checkName: { name: 'Nobody Yet' },
      activateAccount: { token: 'made-up' },
      reactivateAccount: { token: 'made-up' },
      unsubscribe: { token: 'made-up' },
      addPush: { subscription: { endpoint: 'https://push.example/a', keys: { p256dh: 'a', auth: 'a' } } },
      setPushKinds: { push_disabled: ['like'] },
      logIn: { login: `${randomUUID()}@example.org`, password: 'not the password' },
      updateUser: { language: 'en' },
      requestPasswordReset: { email: `${randomUUID()}@example.org` },
      resetPassword: { token: 'made-up', password: 'a new quiet evening' },
      changePassword: { old_password: 'not the old one', new_password: 'a new quiet evening' },
      changeEmail: { email: `${randomUUID()}@example.org`, password: 'not the password' },
      logInByLink: { token: 'made-up' },
      findLoginLink: { token: 'made-up' },
      findMailChange: { token: 'made-up' },
      confirmMailChange: { token: 'made-up' },
      addPasskey: { id: 'a', response: { clientDataJSON: 'a', attestationObject: 'a' } },
      removePasskey: { id: 'a' },
      logInByPasskey: {
        id: 'a',
        response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a', userHandle: 'a' },
      },
      getProfile: { id: owner.id },
      updateProfile: { about: 'My own words' },
      listSimilar: { id: owner.id },
      findPlace: { lat: 52.38, lon: 4.64 },
      listTowns: { country: 'NL', query: 'haar' },
      movePhoto: { id: owned.photo, main: true },
      deletePhoto: { id: owned.photo },
      addLike: { profile: owner.id },
      swipeProfile: { profile: owner.id, like: true, idempotency_key: randomUUID() },
      removeLike: { profile: owner.id },
      getChat: { conversation: owned.conversation },
      searchMessages: { text: 'secret' },
      sendMessage: { conversation: owned.conversation, text: 'Let me in', idempotency_key: randomUUID() },
      listIcebreakers: { profile: owner.id },
      sendGift: { conversation: owned.conversation, gift: 'tealight', idempotency_key: randomUUID() },
      saveDraft: { profile: owner.id, text: 'Not yet', age_ms: 0 },
      answerGift: { conversation: owned.conversation, seq: 1, answer: 1 },
      sayGoodbye: { conversation: owned.conversation },
      deleteChat: { conversation: owned.conversation },
      blockMember: { profile: owner.id },
      unblockMember: { profile: owner.id },
      startPause: { period: 'week' },
      hideMember: { profile: owner.id },
      unhideMember: { profile: owner.id },
      priceOrder: { bundle: 'medium' },
      setSpendingLimit: { limit: 5_000 },
      createPayment: { bundle: 'no-such-bundle', paymentmethod: 'ideal', idempotency_key: randomUUID() },
      getDiscountCode: { code: 'NO-SUCH-CODE' },
      dismissTimeBonus: { dismissed: true },
      dismissAlerts: { alerts: ['passkey'], dismissed: true },
      dismissTerms: { applies_at: '2027-04-01T00:00:00.000Z' },
      answerTerms: { applies_at: '2027-04-01T00:00:00.000Z', agrees: true },
      getPayment: { id: owned.payment },
      cancelPayment: { id: owned.payment, idempotency_key: randomUUID() },
      getWithdrawal: { payment: owned.payment },
      withdraw: { payment: owned.payment, idempotency_key: randomUUID() },
      removeStoredCard: { card: owned.card, idempotency_key: randomUUID() },
      getReceipt: { payment: owned.payment },
      startDirectDebit: {
        bundle: 'no-such-bundle',
        iban: 'NL91ABNA0417164300',
        phone: '0612345678',
        holder: 'Robin Haan',
        idempotency_key: randomUUID(),
      },
      confirmDirectDebit: { id: owned.debit, code: '123456' },
      getDirectDebit: { id: owned.debit },
      sendDirectDebitCode: { id: owned.debit, idempotency_key: randomUUID() },
      getModerationAction: { number: 'AAAAA-AAAAA', token: 'made-up' },
      getComplaint: { number: 'AAAAA-AAAAA', token: 'made-up' },
      sendReport: { profile: owner.id, reason: 'other', block: false, idempotency_key: randomUUID() },
      handlePaymentWebhook: { id: 'tr_unknown' },
    };
    return inputs[name] ?? {};
  }

  const ordered = [
    ...Object.keys(calls).filter((name) => !['blockMember', 'logOut'].includes(name)),
    'blockMember',
    'logOut',
  ] as OperationName[];

  it.each(ordered)('AZN-01, AZN-02: %s answers each role as the matrix says', async (name) => {
    const found: Partial<Record<Role, number>> = {};
    for (const role of roles) found[role] = (await clients[role].call(name, makeInput(name))).status;
    expect(found).toEqual(accessMatrix[name]);
  });

  it("leaves the owner's data unchanged", async () => {
    const chat = await owner.call('getChat', { conversation: owned.conversation });
    expect(chat.body.messages.map(({ text }) => text)).toEqual(['A private word']);
    const profile = await owner.call('getUser');
    expect(profile.body.user.profile.photos.map(({ id }) => id)).toEqual([owned.photo]);
    expect((await owner.call('getPayment', { id: owned.payment })).status).toBe(200);
  });

  it("AZN-01: answers another member's id like one that does not exist", async () => {
    const stranger = await quickMember(test, { credits: 50 });
    const ghost = randomUUID();
    const makeReport = (what: object) => ({
      ...what,
      ...('conversation' in what && { message: ghost }),
      reason: 'other',
      block: false,
      idempotency_key: randomUUID(),
    });
    const pairs: [OperationName, object, object][] = [
      ['getChat', { conversation: owned.conversation }, { conversation: ghost }],
      ['deleteChat', { conversation: owned.conversation }, { conversation: ghost }],
      ['movePhoto', { id: owned.photo, main: true }, { id: ghost, main: true }],
      ['deletePhoto', { id: owned.photo }, { id: ghost }],
      ['getPayment', { id: owned.payment }, { id: ghost }],
      [
        'cancelPayment',
        { id: owned.payment, idempotency_key: randomUUID() },
        { id: ghost, idempotency_key: randomUUID() },
      ],
      ['getWithdrawal', { payment: owned.payment }, { payment: ghost }],
      [
        'removeStoredCard',
        { card: owned.card, idempotency_key: randomUUID() },
        { card: ghost, idempotency_key: randomUUID() },
      ],
      ['getReceipt', { payment: owned.payment }, { payment: ghost }],
      ['sendReport', makeReport({ conversation: owned.conversation }), makeReport({ conversation: ghost })],
      [
        'sendReport',
        makeReport({ profile: owner.id, photo: ghost }),
        makeReport({ profile: owner.id, photo: randomUUID() }),
      ],
      ['confirmDirectDebit', { id: owned.debit, code: '123456' }, { id: ghost, code: '123456' }],
      ['getDirectDebit', { id: owned.debit }, { id: ghost }],
      [
        'sendDirectDebitCode',
        { id: owned.debit, idempotency_key: randomUUID() },
        { id: ghost, idempotency_key: randomUUID() },
      ],
    ];
    for (const [name, theirs, nothing] of pairs) {
      const [first, second] = [await stranger.call(name, theirs), await stranger.call(name, nothing)];
      expect([name, first.status, first.body]).toEqual([name, second.status, second.body]);
    }
  });

  it('AZN-04: stores no field that a client may not set', async () => {
    const member = await quickMember(test);
    const extra = {
      credits: 9_999,
      paid_user: true,
      status: 'active',
      fictional: true,
      role: 'staff',
      email_confirmed: true,
      lot: 1,
      id: owner.id,
    };
    await member.call('updateProfile', { about: 'Hello', ...extra });
    await member.call('updateUser', { language: 'de', ...extra });
    const [row] = await test.sql(
      `select w.balance, m.paid_at, p.fictional, m.member_id from members m join wallets w using (member_id) join profiles p using (member_id) where m.member_id = $1`,
      [member.id],
    );
    expect(row).toEqual({ balance: 0, paid_at: null, fictional: false, member_id: member.id });
  });

  it('AUT-12: is refused to a banned member', async () => {
    const member = await quickMember(test);
    await test.sql(`update members set status = 'banned' where member_id = $1`, [member.id]);
    for (const name of ['getUser', 'listChats', 'listLikes', 'listLedger', 'listPayments'] as const)
      expect((await member.call(name)).status).toBe(403);
  });
});
