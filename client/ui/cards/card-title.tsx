import type { ReactNode } from 'react'
import { type PageAddress, PlainLink } from '../links.tsx'
import classes from './card-title.module.css'

type Props = {
  readonly to: PageAddress
  /** Level of the heading. */
  readonly level: 2 | 3
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Shows the title of a card as a heading with a link. The link covers the nearest positioned ancestor: the card. */
export function CardTitle({ to, level, className = '', children }: Props) {
  const Heading = `h${level}` as const
  return (
    <Heading className={`${classes['title']} ${className}`}>
      <PlainLink to={to} className={classes['link']}>
        {children}
      </PlainLink>
    </Heading>
  )
}
