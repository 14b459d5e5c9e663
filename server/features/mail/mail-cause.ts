import type { AppContext } from '#server/context.ts'
import { clientNetworkOf } from '#server/http/client-network.ts'
import type { MailCause } from './mail.sql.ts'

/** Names the client network of an address as the cause of a mail. */
export function mailCauseOf({ tokens }: Pick<AppContext, 'tokens'>, ip: string, recent: number): MailCause {
  return { network: tokens.keyedHash('client network of mails', clientNetworkOf(ip)).toString('base64url'), recent }
}
