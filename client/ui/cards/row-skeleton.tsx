import { Skeleton } from '@mantine/core'
import { TextSkeleton } from '../feedback/text-skeleton.tsx'
import classes from './row-card.module.css'

type Props = {
  /** The number of text lines. */
  readonly lines: number
  /** Width and height of the element on the left. */
  readonly lead?: readonly [string, string]
  /** Whether a small picture is on the left. */
  readonly hasThumb?: boolean
  /** The picture's width ÷ height. */
  readonly ratio?: number
}

/** Shown while a row of a list loads. */
export function RowSkeleton({ lines, lead, hasThumb = false, ratio }: Props) {
  return (
    <div className={classes['card']}>
      {ratio && (
        <div className={classes['picture']}>
          <Skeleton style={{ aspectRatio: String(ratio) }} />
        </div>
      )}
      {hasThumb && (
        <div className={classes['thumb']}>
          <Skeleton style={{ aspectRatio: 16 / 9 }} />
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
