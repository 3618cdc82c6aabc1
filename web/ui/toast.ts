import type { ReactNode } from 'react';

import type { Tone } from './alert.tsx';
import type { LucideIcon } from './icon.tsx';

export interface Toast {
  id?: string;
  /** 5 seconds by default. */
  seconds?: number;
  tone?: Tone;
  icon?: LucideIcon;
  start?: ReactNode;
  title?: ReactNode;
  mark?: ReactNode;
  children?: ReactNode;
  action?: { label: ReactNode; onPress: () => void };
  /** Words for the buttons of a card that waits for an answer at the lower edge, within reach of a thumb. */
  offer?: { later: string; close: string };
}

/** How long a toast offers to undo what was done. */
export const undoSeconds = 8;

/** The component that shows toasts: 10 KB of code that most pages never need, loaded with the first toast. */
interface Place {
  show(toast: Toast): void;
  dismiss(id: string): void;
}

// Module state, one per page: toasts are shown by code outside of React, before their place is loaded.
let place: Place | null = null;
let wanted = false;
let waiting: Toast[] = [];
const listeners = new Set<() => void>();

/** Shows a toast for its duration, or until `dismissToast`. */
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

/** Registers the mounted place for toasts and shows all that are waiting; null unregisters it. */
export function openPlace(opened: Place | null): void {
  place = opened;
  if (place) for (const toast of waiting.splice(0)) place.show(toast);
}

export const areToastsWanted = (): boolean => wanted;

export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
