import type { EntryDevice } from '#contract/entry.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { hashOfToken, newToken } from '#server/gateways/random-tokens.ts'
import { describeDevice } from './describe-device.ts'
import { identifyDevice } from './identify-device.ts'
import { hashOfPairing, readPairingCode } from './pairing-codes.ts'
import { insertDeviceOfPairing } from './pairings.sql.ts'

/** Pairs a phone by a code, typed or of a link, once, and returns its token. Throws `pairing_code_wrong`. */
export async function redeemPairing(
  context: AppContext,
  given: string,
): Promise<{ token: string; device: EntryDevice }> {
  const code = readPairingCode(context, given)
  if (code === undefined) throw problem('pairing_code_wrong')
  const token = newToken()
  const isPaired = await inTransaction(context.db, (tx) =>
    insertDeviceOfPairing(tx, { codeHash: hashOfPairing(context, code), tokenHash: hashOfToken(token) }),
  )
  if (!isPaired) throw problem('pairing_code_wrong')
  const device = await identifyDevice(context, `Bearer ${token}`)
  return { token, device: await describeDevice(context.db, device) }
}
