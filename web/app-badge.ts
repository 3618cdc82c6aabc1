/** Shows a number on the icon of the app; 0 takes it away. It is an extra: failures are ignored (specification, section 8). */
export async function showBadge(count: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return;
  await (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}
