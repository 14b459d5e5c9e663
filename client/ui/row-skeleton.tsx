import { Skeleton } from '@mantine/core'

/** Stands where a row of a list is about to be. */
export function RowSkeleton({ height }: { readonly height: string }) {
  return <Skeleton h={height} radius="lg" />
}
