import type { AppContext } from '#server/context.ts'
import { clientNetworkOf } from '#server/http/client-network.ts'

/**
 * The client network that asks for a mail, by a keyed hash because jobs name it, and how many mails like it this
 * network has caused of late.
 */
export type MailCause = { network: string; recent: number }

/** Names the client network of an address as the cause of a mail. */
export function mailCauseOf({ tokens }: Pick<AppContext, 'tokens'>, ip: string, recent: number): MailCause {
  return { network: tokens.keyedHash('client network of mails', clientNetworkOf(ip)).toString('base64url'), recent }
}
