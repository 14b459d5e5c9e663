import { Skeleton } from '@mantine/core'
import { Card } from './card.tsx'
import { TextSkeleton } from '../feedback/text-skeleton.tsx'

type Props = {
  /** As high as what is about to stand there, so that nothing jumps. */
  readonly height: string
  /** How many lines it has below its heading. */
  readonly lines: number
}

/** Stands where a card is about to be. */
export function CardSkeleton({ height, lines }: Props) {
  return (
    <Card style={{ minHeight: height }}>
      <Skeleton h="1.25rem" w="40%" mb="md" />
      <TextSkeleton lines={lines} pitch="2rem" />
    </Card>
  )
}
