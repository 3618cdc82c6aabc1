import type { LucideIcon } from 'lucide-react';
import { cx } from './cx.ts';

/** The one place signs are imported from, so that one drawing stands for one thing everywhere. */
export {
  ArrowLeft,
  ArrowRight,
  Ban,
  Camera,
  Check,
  CheckCheck,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  Clock as ClockSign,
  CreditCard,
  Crown,
  EllipsisVertical,
  Eye,
  EyeOff,
  Flame,
  Gift,
  Heart,
  Image as ImageSign,
  Info,
  Landmark,
  Lock,
  LogOut,
  Mail,
  MapPin,
  MessageSquare,
  Phone,
  RotateCw,
  Search,
  Send,
  Settings,
  ShieldCheck,
  SlidersHorizontal,
  Smartphone,
  Star,
  Trash2,
  Undo2,
  User,
  Wallet,
  WifiOff,
  X,
} from 'lucide-react';
export type { LucideIcon } from 'lucide-react';

const pixels = { md: 24, sm: 18, xs: 15 } as const;

export type IconProps = {
  of: LucideIcon;
  size?: keyof typeof pixels;
  /** Fills the drawing: a like that is given, a tab that is chosen. */
  filled?: boolean;
  className?: string;
};

/** A sign at 24, 18 or 15 px. Always decorative: the words beside it or the name of its button say what it means. */
export function Icon({ of: Sign, size = 'md', filled = false, className }: IconProps) {
  const side = pixels[size];
  return (
    <Sign
      aria-hidden="true"
      width={side}
      height={side}
      strokeWidth={size === 'xs' ? 2 : 1.75}
      fill={filled ? 'currentColor' : 'none'}
      className={cx('shrink-0', className)}
    />
  );
}
