import { Skeleton } from '@mantine/core'
import { Card } from './card.tsx'
import { TextSkeleton } from '../feedback/text-skeleton.tsx'

type Props = {
  /** The final height, against layout shifts. */
  readonly height: string
  /** The number of lines below the heading. */
  readonly lines: number
}

/** Shown while a card loads. */
export function CardSkeleton({ height, lines }: Props) {
  return (
    <Card style={{ minHeight: height }}>
      <Skeleton h="1.25rem" w="40%" mb="md" />
      <TextSkeleton lines={lines} pitch="2rem" />
    </Card>
  )
}
