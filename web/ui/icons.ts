import type { LucideIconData } from 'lucide-react/types';

// Only the drawings are imported: the package wraps each icon in components of its own, which would add to every page.
declare module 'lucide-react/icons/heart' {
  export const __iconData: LucideIconData;
}

// The only place where icons are imported, so that one drawing stands for one thing everywhere.
export { __iconData as ArrowLeft } from 'lucide-react/icons/arrow-left';
export { __iconData as ArrowRight } from 'lucide-react/icons/arrow-right';
export { __iconData as Ban } from 'lucide-react/icons/ban';
export { __iconData as Camera } from 'lucide-react/icons/camera';
export { __iconData as Check } from 'lucide-react/icons/check';
export { __iconData as CheckCheck } from 'lucide-react/icons/check-check';
export { __iconData as ChevronDown } from 'lucide-react/icons/chevron-down';
export { __iconData as ChevronLeft } from 'lucide-react/icons/chevron-left';
export { __iconData as ChevronRight } from 'lucide-react/icons/chevron-right';
export { __iconData as ChevronUp } from 'lucide-react/icons/chevron-up';
export { __iconData as CircleAlert } from 'lucide-react/icons/circle-exclamation-point';
export { __iconData as ClockIcon } from 'lucide-react/icons/clock';
export { __iconData as Crown } from 'lucide-react/icons/crown';
export { __iconData as EllipsisVertical } from 'lucide-react/icons/ellipsis-vertical';
export { __iconData as Eye } from 'lucide-react/icons/eye';
export { __iconData as EyeOff } from 'lucide-react/icons/eye-off';
export { __iconData as Flame } from 'lucide-react/icons/flame';
export { __iconData as Gift } from 'lucide-react/icons/gift';
export { __iconData as Heart } from 'lucide-react/icons/heart';
export { __iconData as ImageIcon } from 'lucide-react/icons/image';
export { __iconData as Info } from 'lucide-react/icons/info';
export { __iconData as Lock } from 'lucide-react/icons/lock';
export { __iconData as LogOut } from 'lucide-react/icons/log-out';
export { __iconData as Mail } from 'lucide-react/icons/mail';
export { __iconData as MapPin } from 'lucide-react/icons/map-pin';
export { __iconData as MessageSquare } from 'lucide-react/icons/message-square';
export { __iconData as Phone } from 'lucide-react/icons/phone';
export { __iconData as Plus } from 'lucide-react/icons/plus';
export { __iconData as RotateCw } from 'lucide-react/icons/rotate-cw';
export { __iconData as Search } from 'lucide-react/icons/search';
export { __iconData as Send } from 'lucide-react/icons/send';
export { __iconData as Settings } from 'lucide-react/icons/settings';
export { __iconData as ShieldCheck } from 'lucide-react/icons/shield-check';
export { __iconData as SlidersHorizontal } from 'lucide-react/icons/sliders-horizontal';
export { __iconData as Star } from 'lucide-react/icons/star';
export { __iconData as Tag } from 'lucide-react/icons/tag';
export { __iconData as Trash2 } from 'lucide-react/icons/trash';
export { __iconData as Undo2 } from 'lucide-react/icons/undo-2';
export { __iconData as User } from 'lucide-react/icons/user';
export { __iconData as WifiOff } from 'lucide-react/icons/wifi-off';
export { __iconData as X } from 'lucide-react/icons/x';
