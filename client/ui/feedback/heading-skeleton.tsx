import { Skeleton } from '@mantine/core'

/** Shown while the heading of a page loads. */
export function HeadingSkeleton() {
  return <Skeleton h="2.75rem" w="min(26rem, 85%)" />
}
