import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import * as z from 'zod'
import type { GoogleTicket } from '#domain/wallets/google-ticket.ts'
import { SettingsError } from '#server/settings/env.ts'
import { readSettingFile } from './read-setting-file.ts'

const SAVE = 'https://pay.google.com/gp/v/save/'

const account = z.object({ client_email: z.email(), private_key: z.string() })

/** Makes the links by which customers save tickets. */
export type GoogleWallet = { issuerId: string; linkTo: (ticket: GoogleTicket, now: Date) => string }

/** Opens Google Wallet by the file of a service account. Throws a `SettingsError` for any other file. */
export async function openGoogleWallet(issuerId: string, path: string): Promise<GoogleWallet> {
  const { email, key } = readAccount(await readSettingFile('GOOGLE_WALLET_ACCOUNT', path))
  return {
    issuerId,
    linkTo: ({ ticketClass, ticket }, now) => {
      const claims = {
        ...{ iss: email, aud: 'google', typ: 'savetowallet', iat: Math.floor(now.getTime() / 1_000) },
        payload: { eventTicketClasses: [ticketClass], eventTicketObjects: [ticket] },
      }
      const signed = `${encoded({ alg: 'RS256', typ: 'JWT' })}.${encoded(claims)}`
      return `${SAVE}${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`
    },
  }
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function readAccount(file: Buffer): { email: string; key: KeyObject } {
  try {
    const { client_email: email, private_key: text } = account.parse(JSON.parse(file.toString('utf8')))
    const key = createPrivateKey(text)
    if (key.asymmetricKeyType === 'rsa') return { email, key }
  } catch {
    // The sentence below names what is wrong with any such file.
  }
  throw new SettingsError(
    'The settings cannot be used: the file of GOOGLE_WALLET_ACCOUNT is no key of a service account.',
  )
}
