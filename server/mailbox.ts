/** Providers that ignore dots before the @, under all their names. */
const IGNORING_DOTS = new Set(['@gmail.com', '@googlemail.com'])

/**
 * Returns the mailbox of an address, by which mails are counted: in lower case, without a tag after a plus sign, and
 * without dots before the @ if the provider ignores them. With all others, dots make another mailbox. No address to
 * send to: some providers deliver tags elsewhere.
 */
export function mailboxOf(email: string): string {
  const address = email.toLowerCase()
  const at = address.lastIndexOf('@')
  const [name = ''] = address.slice(0, at).split('+')
  const provider = address.slice(at)
  return IGNORING_DOTS.has(provider) ? `${name.replaceAll('.', '')}@gmail.com` : name + provider
}
