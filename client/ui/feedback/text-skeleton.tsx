import { Skeleton, Stack } from '@mantine/core'

type Props = {
  readonly lines: number
  /** The line height. */
  readonly pitch?: string
}

/** Shown while a text loads. */
export function TextSkeleton({ lines, pitch = '1.55rem' }: Props) {
  return (
    <Stack gap={0} maw="40rem">
      {Array.from({ length: lines }, (_, index) => (
        <Stack key={index} h={pitch} justify="center">
          <Skeleton h="0.875rem" w={index === lines - 1 ? '60%' : '100%'} />
        </Stack>
      ))}
    </Stack>
  )
}
