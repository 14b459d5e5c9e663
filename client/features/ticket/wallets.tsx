import { IconWallet } from '@tabler/icons-react'
import type { TicketId } from '#domain/ids.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import type { OwnTicket } from './stored-tickets.ts'
import { useAddToWallet, type Wallet } from './wallets.queries.ts'
import { texts } from './ticket.texts.ts'

type Props = { readonly id: TicketId; readonly wallets: OwnTicket['wallets'] }

/** Adds a ticket to the wallets that this device may have, of those that the shop offers. */
export function AddToWallets({ id, wallets }: Props) {
  return wallets.filter(mayHave).map((wallet) => <AddToWallet key={wallet} id={id} wallet={wallet} />)
}

/** Phones have one of the wallets. Other devices show both, because they hand a pass on to a phone. */
function mayHave(wallet: Wallet): boolean {
  const [isApple, isAndroid] = [/iPhone|iPad|iPod/, /Android/].map((phone) => phone.test(navigator.userAgent))
  return wallet === 'APPLE' ? !isAndroid : !isApple
}

function AddToWallet({ id, wallet }: { readonly id: TicketId; readonly wallet: Wallet }) {
  const { act, isPending } = useAddToWallet(id, wallet)
  return (
    <ActionButton
      variant="default"
      leftSection={<IconWallet size={18} aria-hidden />}
      isBusy={isPending}
      onClick={() => act()}
    >
      {texts.toWallet[wallet]}
    </ActionButton>
  )
}
