import type { EntryDevice } from '#contract/entry.ts'
import { problem } from '#domain/problem.ts'
import type { AppContext } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { hashOfToken, newToken } from '#server/gateways/random-tokens.ts'
import { describeDevice } from './describe-device.ts'
import { identifyDevice } from './identify-device.ts'
import { hashOfPairing } from './pairing-codes.ts'
import { insertDeviceOfPairing } from './pairings.sql.ts'

/** Pairs a phone by a code, once, and returns its token. Throws `pairing_code_wrong`. */
export async function redeemPairing(
  context: AppContext,
  code: string,
): Promise<{ token: string; device: EntryDevice }> {
  const token = newToken()
  const isPaired = await inTransaction(context.db, (tx) =>
    insertDeviceOfPairing(tx, { codeHash: hashOfPairing(context, code), tokenHash: hashOfToken(token) }),
  )
  if (!isPaired) throw problem('pairing_code_wrong')
  const device = await identifyDevice(context, `Bearer ${token}`)
  return { token, device: await describeDevice(context.db, device) }
}
