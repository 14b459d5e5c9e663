import { Text } from '@mantine/core'
import { pages } from '#contract/pages.ts'
import { TextLink } from '#client/ui/links.tsx'
import { texts } from './seating.texts.ts'

/** The number of tickets that the customer has already reserved for the show, with a link to the cart. */
export function HeldTickets({ count }: { readonly count: number }) {
  return (
    <Text size="sm">
      {texts.alreadyHeld(count)}{' '}
      <TextLink to={pages.checkout.href()} inherit underline="always">
        {texts.toCart}
      </TextLink>
    </Text>
  )
}
