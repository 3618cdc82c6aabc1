/** The probably intended address of a mistyped one. The list of domains is loaded on first use. */
export async function suggestEmail(email: string): Promise<string | undefined> {
  const { run } = await import('@zootools/email-spell-checker');
  return run({ email })?.full;
}
