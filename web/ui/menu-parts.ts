import type { DropdownMenu } from 'radix-ui';
import { type MouseEvent, type ReactElement, type ReactNode, createContext } from 'react';

export type MenuProps = {
  /** The trigger, which takes a ref and the attributes of one. */
  trigger: ReactElement<TriggerProps>;
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode;
};

interface TriggerProps {
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  onClick?: (event: MouseEvent) => void;
  onPointerDown?: () => void;
}

/** The components of an open menu, which are loaded with the menu's code. */
export const MenuParts = createContext<Pick<typeof DropdownMenu, 'Item' | 'Separator'> | null>(null);
