import type { PrintedTicket } from '../ticket-sheet/ticket-texts.ts'

/** A bought ticket to put into a wallet, with its codes. */
export type WalletTicket = PrintedTicket & {
  readonly issue: number
  readonly startsAt: Date
  readonly endsAt: Date
  /** Rises when the show changes. */
  readonly showVersion: number
}

/** The colours of tickets in wallets: those of printed ones. */
export const WALLET_COLORS = { background: '#7d1a3b', text: '#ffffff', label: '#f3dfb4' }
