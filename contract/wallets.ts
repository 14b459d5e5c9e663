import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { fromOwnTicket } from './own-ticket.ts'

/** The wallets that a shop may offer. */
export const WALLETS = ['APPLE', 'GOOGLE'] as const

/** The media type of passes. */
export const APPLE_PASS = 'application/vnd.apple.pkpass'

export const getApplePass = endpoint({
  ...fromOwnTicket,
  path: '/tickets/:id/wallet/apple',
  summary: `Get one of your bought tickets as a pass for Apple Wallet (${APPLE_PASS}), if the shop offers it.`,
  reply: z.string(),
})

export const getGoogleWalletLink = endpoint({
  ...fromOwnTicket,
  path: '/tickets/:id/wallet/google',
  summary: 'Get the address that saves one of your bought tickets in Google Wallet, if the shop offers it.',
  reply: z.object({ href: z.string() }),
})
