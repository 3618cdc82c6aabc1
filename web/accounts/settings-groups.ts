import type { SentenceId } from '../../locales/parts.ts';
import { Ban, Download, Eye, LogOut, type LucideIcon, Mail, Palette, ShieldCheck, Wallet } from '../ui/icon.tsx';

export type SettingsGroupId = 'login' | 'privacy' | 'look' | 'notices' | 'money' | 'people' | 'data' | 'leave';

interface SettingsGroupEntry {
  id: SettingsGroupId;
  title: SentenceId;
  icon: LucideIcon;
}

/** The groups of the settings, in the order of the page. */
export const settingsGroups: readonly SettingsGroupEntry[] = [
  { id: 'login', title: 'accounts.group.login', icon: ShieldCheck },
  { id: 'privacy', title: 'accounts.group.privacy', icon: Eye },
  { id: 'look', title: 'accounts.appearance', icon: Palette },
  { id: 'notices', title: 'accounts.group.notices', icon: Mail },
  { id: 'money', title: 'accounts.group.money', icon: Wallet },
  { id: 'people', title: 'accounts.group.people', icon: Ban },
  { id: 'data', title: 'accounts.group.data', icon: Download },
  { id: 'leave', title: 'accounts.group.leave', icon: LogOut },
];
