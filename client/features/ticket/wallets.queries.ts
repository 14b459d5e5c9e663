import { getApplePass, getGoogleWalletLink, type WALLETS } from '#contract/wallets.ts'
import type { TicketId } from '#domain/ids.ts'
import { call, download } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { saveFile } from '#client/ui/save-file.ts'

export type Wallet = (typeof WALLETS)[number]

/** Downloads the pass of a ticket, which Apple Wallet opens, or opens the page that saves it in Google Wallet. */
export function useAddToWallet(id: TicketId, wallet: Wallet) {
  return useAction({ mutationFn: () => (wallet === 'APPLE' ? downloadPass(id) : openGoogle(id)) })
}

async function downloadPass(id: TicketId): Promise<void> {
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  saveFile(`Ticket ${id}.pkpass`, await download(getApplePass, { params: { id } }, options))
}

async function openGoogle(id: TicketId): Promise<void> {
  const { href } = await call(getGoogleWalletLink, { params: { id } })
  location.assign(href)
}
