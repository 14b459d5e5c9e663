import { Skeleton, Stack } from '@mantine/core'
import classes from './checkout.module.css'

/** Stands where the checkout is about to be. */
export function CheckoutSkeleton() {
  return (
    <div className={classes['checkout']} aria-busy>
      <Stack gap="lg" className={classes['main'] ?? ''}>
        <Skeleton h="14rem" radius="lg" />
        <Skeleton h="10rem" radius="lg" />
        <Skeleton h="22rem" radius="lg" />
      </Stack>
      <Skeleton h="20rem" radius="lg" />
    </div>
  )
}
