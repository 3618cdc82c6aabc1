import { type KeyboardEvent, type MouseEvent, type ReactElement, type ReactNode, createContext } from 'react';

export type MenuProps = {
  /** The button, which takes the attributes of one. */
  trigger: ReactElement<TriggerProps>;
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode;
};

interface TriggerProps {
  id?: string;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  onPointerDown?: () => void;
}

export interface OpenMenuProps extends Omit<MenuProps, 'trigger'> {
  button: HTMLElement;
  focusFirst: boolean;
  /** The menu has closed. */
  onGone: () => void;
}

/** Closes the menu around an item and returns the focus to its button. */
export const MenuClose = createContext<() => void>(() => undefined);
