import { Skeleton } from '@mantine/core'

/** Stands where the heading of a page is about to be. */
export function HeadingSkeleton() {
  return <Skeleton h="2.75rem" w="min(26rem, 85%)" />
}
