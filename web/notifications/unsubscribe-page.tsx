import type { ReactElement } from 'react';
import { Form, useActionData, useNavigation, useSearchParams } from 'react-router';

import { AccessFrame } from '../accounts/access-frame.tsx';
import { errorText } from '../platform/calls/errors.ts';
import { type RefusedForm, submitForm, tokenAction } from '../platform/pages/form-action.ts';
import { definePage } from '../platform/pages/page.ts';
import { pathTo } from '../platform/pages/route-table.ts';
import { useSay } from '../platform/sentences/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';

const page = definePage('unsubscribe', { parts: ['notifications', 'accounts'] });
export const loader = page.loader;
export const clientLoader = page.clientLoader;
export const handle = page.handle;

/** Unsubscribes by the button: opening the link alone, as mail scanners do, changes nothing. */
export const action = tokenAction('unsubscribe', () => Response.json(null));
export const clientAction = submitForm;

/** Target of the link in a mail that turns off its kind, with or without a login. */
export default function UnsubscribePage(): ReactElement {
  const say = useSay();
  const [query] = useSearchParams();
  const posted = useActionData<RefusedForm | null>();
  const busy = useNavigation().state === 'submitting';
  if (posted === null)
    return (
      <AccessFrame plain title={say('notifications.stop.done')}>
        <Alert tone="success">{say('notifications.stop.done-lead')}</Alert>
        <ToNotices />
      </AccessFrame>
    );
  const token = posted?.typed['token'] ?? query.get('token') ?? '';
  if (token === '')
    return (
      <AccessFrame plain title={say('notifications.stop.title')}>
        <Alert tone="danger">{say('notifications.stop.invalid')}</Alert>
        <ToNotices />
      </AccessFrame>
    );
  return (
    <AccessFrame plain title={say('notifications.stop.title')} lead={say('notifications.stop.lead')}>
      {posted?.failure && (
        <Alert tone="danger">
          {posted.failure.error === 'link.expired' ? say('notifications.stop.invalid') : errorText(say, posted.failure)}
        </Alert>
      )}
      <Form method="post" action={pathTo('unsubscribe')} className="grid gap-3">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" wide busy={busy}>
          {say('notifications.stop.button')}
        </Button>
        <ToNotices />
      </Form>
    </AccessFrame>
  );
}

function ToNotices(): ReactElement {
  const say = useSay();
  return (
    <LinkButton to={pathTo('notifications')} variant="quiet" wide>
      {say('shell.mails-off.action')}
    </LinkButton>
  );
}
