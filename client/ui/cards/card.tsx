import type { ComponentPropsWithRef } from 'react'
import classes from './card.module.css'

type Props = ComponentPropsWithRef<'div'> & { readonly as?: 'div' | 'section' | 'article' }

/** Frames related content. */
export function Card({ as: Element = 'div', className = '', ...props }: Props) {
  return <Element className={`${classes['card']} ${className}`} {...props} />
}
