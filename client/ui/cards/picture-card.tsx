import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PageAddress } from '../links.tsx'
import classes from './picture-card.module.css'

type Props = {
  readonly to: PageAddress
  readonly title: string
  readonly picture: ReactNode
  /** Lies on a corner of the picture. */
  readonly badge?: ReactNode
  /** Stands above the title. */
  readonly overline?: ReactNode
  /** Stands at the bottom, in line with that of the neighbours. */
  readonly foot?: ReactNode
  /** On a phone the picture stands beside the words. */
  readonly isBeside?: boolean
  readonly children?: ReactNode
}

/** A card of a grid that is one link as a whole, named by its title. */
export function PictureCard({ to, title, picture, badge, overline, foot, isBeside = false, children }: Props) {
  return (
    <article className={classes['card']} data-is-beside={isBeside || undefined}>
      <div className={classes['picture']}>
        {picture}
        {badge && <div className={classes['badge']}>{badge}</div>}
      </div>
      <div className={classes['body']}>
        {overline}
        <h2 className={classes['title']}>
          <Link to={to} className={classes['link']}>
            {title}
          </Link>
        </h2>
        {children}
        {foot && <div className={classes['foot']}>{foot}</div>}
      </div>
    </article>
  )
}
