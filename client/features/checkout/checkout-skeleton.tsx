import { Stack } from '@mantine/core'
import { CardSkeleton } from '#client/ui/cards/card-skeleton.tsx'
import classes from './checkout.module.css'

/** Shown while the checkout loads. */
export function CheckoutSkeleton() {
  return (
    <div className={classes['checkout']} aria-busy>
      <Stack gap="lg" className={classes['main'] ?? ''}>
        <CardSkeleton height="16rem" lines={5} />
        <CardSkeleton height="22rem" lines={8} />
      </Stack>
      <CardSkeleton height="20rem" lines={7} />
    </div>
  )
}
