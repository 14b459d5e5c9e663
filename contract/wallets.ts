import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { nothing } from './fields.ts'
import { ticketIdText } from './ids.ts'

/** The wallets that a shop may offer. */
export const WALLETS = ['APPLE', 'GOOGLE'] as const

/** The media type of passes. */
export const APPLE_PASS = 'application/vnd.apple.pkpass'

export const getApplePass = endpoint({
  method: 'GET',
  path: '/tickets/:id/wallet/apple',
  summary: `Get one of your bought tickets as a pass for Apple Wallet (${APPLE_PASS}), if the shop offers it.`,
  access: 'customer',
  needsVerifiedEmail: false,
  params: z.object({ id: ticketIdText }),
  query: nothing,
  body: nothing,
  reply: z.string(),
  status: 200,
  problems: ['not_found'],
})

export const getGoogleWalletLink = endpoint({
  method: 'GET',
  path: '/tickets/:id/wallet/google',
  summary: 'Get the address that saves one of your bought tickets in Google Wallet, if the shop offers it.',
  access: 'customer',
  needsVerifiedEmail: false,
  params: z.object({ id: ticketIdText }),
  query: nothing,
  body: nothing,
  reply: z.object({ href: z.string() }),
  status: 200,
  problems: ['not_found'],
})
