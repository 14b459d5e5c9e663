import { Text } from '@mantine/core'
import { pages } from '#contract/pages.ts'
import { TextLink } from '#client/ui/links.tsx'
import { texts } from './seating.texts.ts'

/** How many tickets of the show the customer has reserved already, and the way to them. */
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
