import * as z from 'zod'
import type { Given } from './env-fields.ts'

const APPLE = ['APPLE_PASS_TYPE_ID', 'APPLE_TEAM_ID', 'APPLE_PASS_CERT', 'APPLE_PASS_KEY', 'APPLE_WWDR']
const GOOGLE = ['GOOGLE_WALLET_ISSUER_ID', 'GOOGLE_WALLET_ACCOUNT']

/** The settings of wallets. A wallet is offered if all of its settings are there. Certificates and keys are files. */
export const walletVariables = {
  APPLE_PASS_TYPE_ID: z
    .string()
    .regex(/^pass\.[\w.-]+$/, 'must be a pass type identifier, such as pass.example.tickets')
    .optional(),
  APPLE_TEAM_ID: z
    .string()
    .regex(/^[0-9A-Z]{10}$/, 'must be a team identifier of ten characters')
    .optional(),
  APPLE_PASS_CERT: z.string().optional(),
  APPLE_PASS_KEY: z.string().optional(),
  APPLE_PASS_KEY_PASSPHRASE: z.string().optional(),
  APPLE_WWDR: z.string().optional(),
  GOOGLE_WALLET_ISSUER_ID: z.string().regex(/^\d+$/, 'must be the number of an issuer').optional(),
  GOOGLE_WALLET_ACCOUNT: z.string().optional(),
}

/** Names the settings that a wallet lacks of which some are given. */
export function walletFaultsOf(given: Given): string[] {
  return [APPLE, GOOGLE].flatMap((names) => {
    const missing = names.filter((name) => !given[name])
    if (missing.length === 0 || missing.length === names.length) return []
    return [`${names.find((name) => given[name])} also needs ${missing.join(', ')}.`]
  })
}
