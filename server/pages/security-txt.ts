import type { Settings } from '#server/settings/env.ts'

const VALID_MS = 90 * 24 * 60 * 60 * 1_000

/** Writes `security.txt` (RFC 9116): how to report a vulnerability of this shop. */
export function writeSecurityTxt(
  { PUBLIC_URL, SECURITY_CONTACT, seller }: Pick<Settings, 'PUBLIC_URL' | 'SECURITY_CONTACT' | 'seller'>,
  now: Date,
): string {
  return [
    `Contact: ${SECURITY_CONTACT ?? `mailto:${seller.email}`}`,
    `Expires: ${new Date(now.getTime() + VALID_MS).toISOString()}`,
    `Canonical: ${PUBLIC_URL}.well-known/security.txt`,
    'Preferred-Languages: en',
    '',
  ].join('\n')
}
