import { describe, expect, it, vi } from 'vitest';

import { address, createAddressTools } from '../../tests/support/addresses.ts';
import { useTestApp } from '../../tests/support/test-app.ts';

describe('discreet mails of a member (MAI-09)', () => {
  const test = useTestApp();

  it('are sent only while the switch is on', async () => {
    const member = await test.member();
    const send = vi.spyOn(test.context.mailer, 'send');
    const getNameAndSubject = async () => {
      await member.call('requestPasswordReset', { email: (await member.call('getUser')).body.user.email });
      await test.runJobs();
      const { fromName, subject } = send.mock.calls.at(-1)?.[0] ?? {};
      return [fromName, subject];
    };
    expect(await getNameAndSubject()).toEqual(['Tealight', 'Set a new password']);
    expect((await member.call('updateUser', { discreet_mail: true })).body.user.discreet_mail).toBe(true);
    expect(await getNameAndSubject()).toEqual(['Customer service', 'About your account']);
    expect((await member.call('updateUser', { discreet_mail: false })).body.user.discreet_mail).toBe(false);
    expect(await getNameAndSubject()).toEqual(['Tealight', 'Set a new password']);
  });

  it('include those to the new and the old address of an address change', async () => {
    const { ask, follow, linkTo, member } = createAddressTools(() => test);
    const { client, email } = await member();
    await client.call('updateUser', { discreet_mail: true });
    const send = vi.spyOn(test.context.mailer, 'send');
    const next = address();
    await ask(client, next);
    await follow(await linkTo(next));
    await test.runJobs();
    const heads = send.mock.calls.map(([{ to, fromName, subject }]) => [to, fromName, subject]);
    for (const to of [next, email]) expect(heads).toContainEqual([to, 'Customer service', 'About your account']);
  });
});
