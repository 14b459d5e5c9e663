import { Text } from '@mantine/core'
import { pages } from '#contract/pages.ts'
import type { ShowId } from '#domain/ids.ts'
import { useOwnPayments } from '#client/customer/cart.ts'
import { TextLink } from '#client/ui/links.tsx'
import { texts } from './seating.texts.ts'

type Props = { readonly showId: ShowId; readonly count: number }

/**
 * The number of tickets that the customer has already reserved for the show, with a link to the cart, and how many of
 * them are being paid, with links to their payments.
 */
export function HeldTickets({ showId, count }: Props) {
  const payments = Map.groupBy(useOwnPayments(showId), (id) => id)
  return (
    <Text size="sm" component="div">
      {texts.alreadyHeld(count)}{' '}
      <TextLink to={pages.checkout.href()} inherit underline="always" style={{ whiteSpace: 'nowrap' }}>
        {texts.toCart}
      </TextLink>
      {[...payments].map(([id, tickets]) => (
        <div key={id}>
          {texts.beingPaid(tickets.length)}{' '}
          <TextLink to={pages.payment.href({ id })} inherit underline="always" style={{ whiteSpace: 'nowrap' }}>
            {texts.toPayment}
          </TextLink>
        </div>
      ))}
    </Text>
  )
}
