import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useId, useState } from 'react';

import { keeperNames } from '../../../contract/accounts/device-names.ts';
import { passkeysMax } from '../../../contract/accounts/limits.ts';
import type { Passkey } from '../../../contract/accounts/passkeys.ts';
import { call } from '../../platform/calls/call.ts';
import { useFormat } from '../../platform/sentences/format.ts';
import { LocalTime } from '../../platform/sentences/local-time.tsx';
import { Pending } from '../../platform/failure-alert.tsx';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon, KeyRound } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { showToast } from '../../ui/toast.ts';
import { passkeysQuery } from '../accounts-queries.ts';
import { CallForm } from '../call-form.tsx';
import { deviceName } from '../sessions/device-name.ts';
import { OwnPassword, passwordIn, useAsksPassword } from '../passwords/own-password.tsx';
import { hasPasskeys } from './passkey-ability.ts';
import { makePasskey, showPasskeyResult } from './passkey-here.ts';
import { SettingsSection } from '../settings/settings-section.tsx';

export function PasskeysSettings(): ReactElement {
  const say = useSay();
  const query = useQuery(passkeysQuery);
  const passkeys = query.data;
  const [removed, setRemoved] = useState<Passkey | null>(null);
  const getName = (passkey: Passkey): string =>
    passkey.keeper ? keeperNames[passkey.keeper] : deviceName(say, passkey);
  return (
    <SettingsSection title={say('access.passkeys')} lead={say('access.passkeys-lead')}>
      <Pending query={query}>
        <Skeleton className="w-2/3" />
      </Pending>
      {passkeys?.length === 0 && <p>{say('access.passkeys-none')}</p>}
      {passkeys && passkeys.length > 0 && (
        <ul className="grid gap-3">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-center gap-3">
              <PasskeyLine name={getName(passkey)} passkey={passkey} />
              <Button
                variant="quiet"
                size="sm"
                aria-label={say('access.passkey-remove-name', { name: getName(passkey) })}
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
      {removed && <RemovePasskey id={removed.id} name={getName(removed)} onClose={() => setRemoved(null)} />}
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

function AddPasskey(): ReactElement {
  const say = useSay();
  const queries = useQueryClient();
  const adding = useMutation({
    mutationFn: (fields: FormData) => makePasskey(passwordIn(fields)),
    onSuccess: (made) => showPasskeyResult(say, made),
    onSettled: () => queries.invalidateQueries({ queryKey: passkeysQuery.queryKey }),
  });
  const asks = useAsksPassword(adding);
  return (
    <CallForm call={adding}>
      <OwnPassword asks={asks} error={adding.error} />
      <Button type="submit" variant="second" busy={adding.isPending} className="justify-self-start">
        <Icon of={KeyRound} size="sm" />
        {say('access.passkey-add')}
      </Button>
    </CallForm>
  );
}

function RemovePasskey(props: { id: string; name: string; onClose: () => void }): ReactElement {
  const { id, name, onClose } = props;
  const say = useSay();
  const formId = useId();
  const queries = useQueryClient();
  const removing = useMutation({
    mutationFn: (fields: FormData) => call('removePasskey', { id, ...passwordIn(fields) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
      showToast({ children: say('access.passkey-removed') });
      onClose();
    },
  });
  const asks = useAsksPassword(removing);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      closeLabel={say('common.close')}
      title={say('access.passkey-remove-title')}
      description={say('access.passkey-remove-lead', { name })}
      actions={
        <>
          <Button variant="second" onClick={onClose}>
            {say('common.cancel')}
          </Button>
          <Button type="submit" variant="risk" form={formId} busy={removing.isPending}>
            {say('access.passkey-remove')}
          </Button>
        </>
      }
    >
      <CallForm id={formId} call={removing} className="grid gap-4 empty:hidden">
        <OwnPassword asks={asks} error={removing.error} />
      </CallForm>
    </Dialog>
  );
}
