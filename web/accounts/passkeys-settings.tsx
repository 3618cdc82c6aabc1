import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactElement, useState } from 'react';

import { keeperNames } from '../../contract/accounts/device-names.ts';
import type { Passkey } from '../../contract/accounts/passkeys.ts';
import { passkeysMax } from '../../contract/accounts/limits.ts';
import { errorText, fieldTexts } from '../platform/errors.ts';
import { useFormat } from '../platform/format.ts';
import { LocalTime } from '../platform/local-time.tsx';
import { RetryAlert } from '../platform/retry-alert.tsx';
import { useSay } from '../platform/sentences.tsx';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Icon, KeyRound } from '../ui/icon.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { passkeysQuery } from './accounts-queries.ts';
import { deviceName } from './device-name.ts';
import { OwnPassword, passwordIn, useAsksPassword } from './own-password.tsx';
import { hasPasskeys } from './passkey-ability.ts';
import { makePasskey } from './passkey-here.ts';
import { RemovePasskey } from './remove-passkey.tsx';
import { SettingsSection } from './settings-section.tsx';
import { tellMade } from './tell-made.ts';
import { useFocusFirstError } from './use-focus-first-error.ts';

/** The member's passkeys. */
export function PasskeysSettings(): ReactElement {
  const say = useSay();
  const { data: passkeys, error, refetch } = useQuery(passkeysQuery);
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const nameOf = (passkey: Passkey): string =>
    passkey.keeper ? keeperNames[passkey.keeper] : deviceName(say, passkey);
  return (
    <SettingsSection title={say('access.passkeys')} lead={say('access.passkeys-lead')}>
      {error && !passkeys && <RetryAlert error={error} retry={refetch} />}
      {!passkeys && !error && (
        <Loading label={say('common.loading')}>
          <Skeleton className="w-2/3" />
        </Loading>
      )}
      {passkeys?.length === 0 && <p>{say('access.passkeys-none')}</p>}
      {passkeys && passkeys.length > 0 && (
        <ul className="grid gap-3">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-center gap-3">
              <PasskeyLine name={nameOf(passkey)} passkey={passkey} />
              <Button
                variant="quiet"
                size="sm"
                aria-label={say('access.passkey-remove-name', { name: nameOf(passkey) })}
                onClick={() => setRemoved(passkey)}
              >
                {say('access.passkey-remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!hasPasskeys() && <p className="text-ink-2">{say('access.passkeys-unsupported')}</p>}
      {hasPasskeys() && passkeys && passkeys.length < passkeysMax && <AddPasskey />}
      {removed && <RemovePasskey id={removed.id} name={nameOf(removed)} onClose={() => setRemoved(null)} />}
    </SettingsSection>
  );
}

function PasskeyLine({ name, passkey }: { name: string; passkey: Passkey }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const write = (at: string): string => format.relativeDay(at);
  return (
    <span className="grid min-w-0 flex-1 justify-items-start gap-0.5">
      <span className="font-semibold wrap-anywhere">{name}</span>
      {passkey.keeper && <span className="text-13 text-ink-2">{deviceName(say, passkey)}</span>}
      <span className="flex flex-wrap gap-x-3 text-13 text-ink-3">
        <span>
          {say('access.passkey-created')} <LocalTime at={passkey.created} write={write} />
        </span>
        {passkey.last_used === null ? (
          <span>{say('access.passkey-unused')}</span>
        ) : (
          <span>
            {say('access.session-used')} <LocalTime at={passkey.last_used} write={write} />
          </span>
        )}
      </span>
    </span>
  );
}

/** Creates a passkey on the device; asks for the password if the login is not fresh. */
function AddPasskey(): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const adding = useMutation({
    mutationFn: makePasskey,
    onSuccess: (made) => tellMade(say, made),
    onSettled: () => queries.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
  const form = useFocusFirstError(adding.error);
  const asks = useAsksPassword(adding);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    adding.mutate(passwordIn(new FormData(event.currentTarget)));
  };
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="grid gap-4">
      {adding.error && Object.keys(fieldTexts(say, adding.error)).length === 0 && (
        <Alert tone="danger">{errorText(say, adding.error)}</Alert>
      )}
      <OwnPassword asks={asks} error={adding.error} />
      <Button type="submit" variant="second" busy={adding.isPending} className="justify-self-start">
        <Icon of={KeyRound} size="sm" />
        {say('access.passkey-add')}
      </Button>
    </form>
  );
}
