/**
 * Returns the mailbox of an address, by which mails are counted: in lower case, without a tag after a plus sign and
 * without dots before the @, which many providers ignore. No address to send to: others deliver it elsewhere.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [name = ''] = email.slice(0, at).split('+')
  return (name.replaceAll('.', '') + email.slice(at)).toLowerCase()
}
