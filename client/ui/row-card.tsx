import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import classes from './row-card.module.css'

type Props = {
  readonly to: string
  readonly title: string
  /** What stands at its left: a poster, a date. */
  readonly lead?: ReactNode
  /** What stands at its right, or below where it is narrow. */
  readonly end?: ReactNode
  /** `h2` below the heading of a page, `h3` below that of a section. */
  readonly heading?: 'h2' | 'h3'
  readonly children?: ReactNode
}

/** A row of a list that is one link as a whole, named by its title. */
export function RowCard({ to, title, lead, end, heading: Heading = 'h2', children }: Props) {
  return (
    <article className={classes['card']}>
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
