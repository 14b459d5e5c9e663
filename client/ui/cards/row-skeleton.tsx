import { Skeleton } from '@mantine/core'
import { TextSkeleton } from '../feedback/text-skeleton.tsx'
import classes from './row-card.module.css'

type Props = {
  /** How many lines of words it has. */
  readonly lines: number
  /** How wide and how high what stands at its left is. */
  readonly lead?: readonly [string, string]
  /** Width ÷ height of its picture. */
  readonly ratio?: number
}

/** Stands where a row of a list is about to be. */
export function RowSkeleton({ lines, lead, ratio }: Props) {
  return (
    <div className={classes['card']}>
      {ratio && (
        <div className={classes['picture']}>
          <Skeleton style={{ aspectRatio: String(ratio) }} />
        </div>
      )}
      {lead && (
        <div className={classes['lead']}>
          <Skeleton w={lead[0]} h={lead[1]} />
        </div>
      )}
      <div className={classes['body']}>
        <TextSkeleton lines={lines} />
      </div>
    </div>
  )
}
