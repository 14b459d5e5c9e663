import type { ApplePass } from '#domain/wallets/apple-pass.ts'
import { LONGEST_WAIT_MS } from '#server/db/connection-shares.ts'
import type { Settings } from '#server/settings/env.ts'
import { FairQueue } from '#server/concurrency/fair-queue.ts'
import { FileThread } from '#server/gateways/printing/file-thread.ts'
import { RETRY_AFTER_SECONDS } from '#server/concurrency/wait-in-line.ts'
import { withoutConnection } from '#server/concurrency/without-connection.ts'
import { readAppleCredentials } from './apple-credentials.ts'
import { type GoogleWallet, openGoogleWallet } from './google-wallet.ts'

const PASS_THREAD = new URL('./pass-thread.ts', import.meta.url)

/**
 * Makes passes for Apple Wallet, in a thread of its own. Client networks and the mails take turns, so that none waits
 * for many of another.
 */
export type AppleWallet = { makePass: (pass: ApplePass) => Promise<Uint8Array> }

/** A pass takes tens of milliseconds. */
const QUEUE_LIMITS = { maxWaiting: 100, maxWaitMs: LONGEST_WAIT_MS, retryAfterSeconds: RETRY_AFTER_SECONDS }

/** The wallets that the shop offers. */
export type Wallets = { apple: AppleWallet | undefined; google: GoogleWallet | undefined }

/** Opens the wallets of the settings. Throws a `SettingsError` for files that cannot be used. */
export async function openWallets(settings: Settings, now = new Date()): Promise<Wallets> {
  return { apple: await openApple(settings, now), google: await openGoogle(settings) }
}

async function openApple(settings: Settings, now: Date): Promise<AppleWallet | undefined> {
  const { APPLE_PASS_TYPE_ID: passTypeId, APPLE_TEAM_ID: teamId, APPLE_PASS_KEY_PASSPHRASE: passphrase } = settings
  const { APPLE_PASS_CERT: certificate, APPLE_PASS_KEY: key, APPLE_WWDR: wwdr } = settings
  if (!passTypeId || !teamId || !certificate || !key || !wwdr) return undefined
  const thread = new FileThread<ApplePass>(
    PASS_THREAD,
    await readAppleCredentials({ passTypeId, teamId, certificate, key, passphrase, wwdr }, now),
  )
  const queue = new FairQueue(QUEUE_LIMITS)
  return { makePass: (pass) => withoutConnection((network) => queue.run(network, () => thread.make(pass))) }
}

async function openGoogle(settings: Settings): Promise<GoogleWallet | undefined> {
  const { GOOGLE_WALLET_ISSUER_ID: issuerId, GOOGLE_WALLET_ACCOUNT: account } = settings
  return issuerId && account ? openGoogleWallet(issuerId, account) : undefined
}
