import { Box, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { HeadingSkeleton } from './feedback/heading-skeleton.tsx'
import { TextSkeleton } from './feedback/text-skeleton.tsx'
import { PictureHero } from './picture-hero.tsx'
import classes from './picture-hero.module.css'

type Props = {
  /** The lines below the heading. */
  readonly lines: number
  /** Shown below the lines. */
  readonly children?: ReactNode
}

/** Shown while the top of a page with a picture loads. */
export function PictureHeroSkeleton({ lines, children }: Props) {
  return (
    <PictureHero picture={<Skeleton className={classes['waitingPicture']} radius="md" />}>
      <HeadingSkeleton />
      <Box w="100%">
        <TextSkeleton lines={lines} />
      </Box>
      {children}
    </PictureHero>
  )
}
