import type { ReactNode } from 'react';

import type { Tone } from './alert.tsx';
import type { LucideIcon } from './icon.tsx';

/** A short notice above the page. */
export interface Toast {
  /** Two with the same are one, and `dismissToast` knows it by this. */
  id?: string;
  /** How long it stays; 5 by default. */
  seconds?: number;
  tone?: Tone;
  icon?: LucideIcon;
  /** Replaces the icon: an avatar, a coin. */
  start?: ReactNode;
  /** Bold, before the sentence or above it. */
  title?: ReactNode;
  /** A mark under the title, which is never cut. */
  mark?: ReactNode;
  children?: ReactNode;
  /** One thing to do, such as "Undo". */
  action?: { label: ReactNode; onPress: () => void };
}

/** What puts toasts on the screen. Its code is 10 KB that most pages never need, so it comes with the first toast. */
interface Place {
  show(toast: Toast): void;
  dismiss(id: string): void;
}

let place: Place | null = null;
let wanted = false;
let waiting: Toast[] = [];
const listeners = new Set<() => void>();

/** Shows a toast for its seconds, or until `dismissToast`. */
export function showToast(toast: Toast): void {
  if (place) return place.show(toast);
  waiting.push(toast);
  wanted = true;
  for (const listener of listeners) listener();
}

export function dismissToast(id: string): void {
  waiting = waiting.filter((toast) => toast.id !== id);
  place?.dismiss(id);
}

/** The place for toasts is there, with all that waited for it; null when it is gone. */
export function openPlace(opened: Place | null): void {
  place = opened;
  if (place) for (const toast of waiting.splice(0)) place.show(toast);
}

export const areToastsWanted = (): boolean => wanted;

export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
