import { hasDesk, runDesk } from '../support/desk.ts';
import { api, expect, test } from '../support/e2e.ts';
import { say } from '../support/forms.ts';
import { couple, log, openChat, sendText } from '../support/talk.ts';

test('a message that the desk removes is replaced by a note for both, and returns when that is lifted', async ({
  browser,
}) => {
  test.skip(!hasDesk(), 'the desk needs the data of the server under test');
  const { she, he, close } = await couple(browser, { phone: true }, {});
  const conversation = await sendText(he, she, 'An ugly word');
  await openChat(she, conversation);
  const [message] = (await api(she.page.request, 'getChat', { conversation })).body.messages;
  const ids = ['--conversation', conversation, '--message', message?.id ?? ''];
  const why = ['--measure', 'message', '--ground', 'respect', '--facts', 'You called her names.'];
  const said = await runDesk('measure', he.id, ...why, ...ids);
  await openChat(she, conversation);
  await expect(log(she).getByText(say('chat.message-removed'))).toBeVisible();
  await expect(log(she).getByText('An ugly word')).toHaveCount(0);
  await openChat(he, conversation);
  await expect(log(he).getByText(say('chat.message-removed'))).toBeVisible();

  await runDesk('lift', /[0-9A-Z]{5}-[0-9A-Z]{5}/.exec(said)?.[0] ?? '');
  await openChat(she, conversation);
  await expect(log(she).getByText('An ugly word')).toBeVisible();
  await close();
});
