import { type ReactElement, useState } from 'react';

import type { OwnProfile } from '../../../contract/members/operations.ts';
import { type PausePeriod, pausePeriods } from '../../../contract/members/pause-periods.ts';
import { EndPause, usePause } from '../../members/pause/end-pause.tsx';
import { useFormat } from '../../platform/sentences/format.ts';
import { useSay } from '../../platform/sentences/sentences.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { Moon } from '../../ui/icon.tsx';
import { SettingsSection } from './settings-section.tsx';

/** Pauses the profile until a day. Needs a confirmed address: before, nobody finds the profile. */
export function PauseSettings({ profile }: { profile: OwnProfile }): ReactElement {
  const say = useSay();
  const format = useFormat();
  const [period, setPeriod] = useState<PausePeriod>('month');
  const pause = usePause('accounts.paused');
  const { paused_until: until } = profile;
  return (
    <SettingsSection title={say('accounts.pause')} lead={say('accounts.pause-lead')}>
      {until !== null && (
        <Alert icon={Moon} action={<EndPause />}>
          {say('shell.paused', { day: format.day(until) })}
        </Alert>
      )}
      <Field label={say('accounts.pause-period')} help={say('accounts.pause-keeps')}>
        <Select value={period} onChange={({ target }) => setPeriod(target.value as PausePeriod)}>
          {pausePeriods.map((one) => (
            <option key={one} value={one}>
              {say(`accounts.pause-period.${one}`)}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        variant="second"
        className="justify-self-start"
        busy={pause.isPending}
        onClick={() => pause.mutate(period)}
      >
        {say(until === null ? 'accounts.pause-start' : 'accounts.pause-change')}
      </Button>
    </SettingsSection>
  );
}
