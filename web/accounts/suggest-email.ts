/** The probably intended address of a mistyped one. The list of domains is loaded on first use. */
export async function suggestEmail(email: string): Promise<string | undefined> {
  const { run } = await import('@zootools/email-spell-checker');
  // No domain ends in .con. The list would make .co of it, which is as far away and rare.
  const ended = email.replace(/\.con$/i, '.com');
  const meant = run({ email: ended })?.full ?? ended;
  return meant === email ? undefined : meant;
}
