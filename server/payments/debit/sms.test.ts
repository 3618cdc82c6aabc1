import { describe, expect, it } from 'vitest';

import { toId } from '../../../contract/platform/id.ts';
import { type Answer, startSmsGateway } from '../../../mocks/sms-gateway/server.ts';
import { createHttpSms } from './sms.ts';

const message = { to: '+31612345678', text: '123456 is your code', id: 'message-1', about: toId<MemberId>('a member') };

async function send(answers: Answer[], token = 'secret') {
  const gateway = await startSmsGateway({ token: 'secret', answers });
  const sms = createHttpSms({ url: gateway.url, token, sender: 'Tealight', pauses: [1, 1] });
  const error = await sms.send(message).then(
    () => null,
    (refusal: Error) => refusal.message,
  );
  await gateway.close();
  return { error, accepted: gateway.accepted, calls: gateway.calls() };
}

describe('the HTTP gateway for text messages', () => {
  it('gets number, sender, text and id, but not which member the message is about', async () => {
    const { error, accepted } = await send([]);
    expect(error).toBeNull();
    expect(accepted).toEqual([{ to: message.to, text: message.text, id: message.id, from: 'Tealight' }]);
  });

  it.each([[[500]], [[503, 429]], [['drop']], [['drop', 500]]] as Answer[][][])(
    'is retried after %j, and sends the message once',
    async (answers) => {
      const { error, accepted, calls } = await send([...answers]);
      expect(error).toBeNull();
      expect(accepted).toHaveLength(1);
      expect(calls).toBe(answers.length + 1);
    },
  );

  it('is not retried after a refusal, and its error contains neither number nor text', async () => {
    for (const [answers, token] of [
      [[400], 'secret'],
      [[], 'wrong'],
      [[500, 500, 500], 'secret'],
    ] as [Answer[], string][]) {
      const { error, accepted, calls } = await send([...answers], token);
      expect(accepted).toEqual([]);
      expect(error).toMatch(/^the SMS gateway responded with \d+$/);
      expect(calls).toBe(Math.max(1, answers.length));
    }
  });

  it('causes an error if it cannot be reached', async () => {
    const sms = createHttpSms({
      url: 'http://127.0.0.1:9/',
      token: 'secret',
      sender: 'Tealight',
      timeout: 200,
      pauses: [],
    });
    await expect(sms.send(message)).rejects.toThrow('the SMS gateway responded with nothing');
  });
});
