import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './row-card.module.css'

type Props = {
  readonly to: string
  readonly title: string
  /** What stands at its left: a date. */
  readonly lead?: ReactNode
  /** Fills its left edge, or its top where it is narrow. */
  readonly picture?: ReactNode
  /** What stands at its right, or below where it is narrow. */
  readonly end?: ReactNode
  /** `h2` below the heading of a page, `h3` below that of a section. */
  readonly heading?: 'h2' | 'h3'
  readonly children?: ReactNode
}

/** A row of a list that is one link as a whole, named by its title. */
export function RowCard({ to, title, lead, picture, end, heading: Heading = 'h2', children }: Props) {
  return (
    <article className={classes['card']}>
      {picture && <div className={classes['picture']}>{picture}</div>}
      {lead && <div className={classes['lead']}>{lead}</div>}
      <div className={classes['body']}>
        <Heading className={classes['title']}>
          <Link to={to} className={classes['link']}>
            {title}
          </Link>
        </Heading>
        {children}
      </div>
      {end && <div className={classes['end']}>{end}</div>}
    </article>
  )
}
