import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';

import { isLanguage, languageNames } from '../../contract/platform/languages.ts';
import { settingsQuery } from '../platform/queries.ts';
import { useLanguage, useSay } from '../platform/sentences.tsx';
import { changeLanguage } from '../shell/change-language.ts';
import { type Theme, chooseTheme, themes } from '../shell/theme.ts';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/input.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { SettingsSection } from './settings-section.tsx';
import { useShownTheme } from './use-shown-theme.ts';

/** Language and theme; both change immediately. */
export function AppearanceSettings(): ReactElement {
  const say = useSay();
  const language = useLanguage();
  const { data: settings } = useQuery(settingsQuery);
  const locales = settings?.locales ?? [];
  return (
    <SettingsSection>
      {locales.length > 1 && (
        <Field label={say('accounts.language')} help={say('accounts.language-help')}>
          <Select
            value={language}
            onChange={({ target }) => {
              if (isLanguage(target.value)) void changeLanguage(target.value);
            }}
          >
            {locales.map((one) => (
              <option key={one} value={one} lang={one}>
                {languageNames[one]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <ThemeChoice />
    </SettingsSection>
  );
}

function ThemeChoice(): ReactElement {
  const say = useSay();
  const theme = useShownTheme();
  return (
    <Segmented<Theme | 'system'>
      label={say('accounts.theme')}
      name="theme"
      value={theme}
      onChange={(value) => chooseTheme(value === 'system' ? null : value)}
      options={(['system', ...themes] as const).map((value) => ({ value, label: say(`accounts.theme.${value}`) }))}
    />
  );
}
