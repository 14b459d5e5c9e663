import { Group, Skeleton } from '@mantine/core'

/** Reserves room for `DownloadTickets` while its code or the tickets load, so that nothing below moves. */
export function DownloadsSkeleton() {
  return (
    <Group gap="sm" aria-hidden>
      <Skeleton w="12.5rem" h="2.25rem" />
      <Skeleton w="15rem" h="2.25rem" />
    </Group>
  )
}
