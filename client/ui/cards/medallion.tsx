import type { ReactNode } from 'react'
import classes from './medallion.module.css'

/** Draws a round symbol for a row. Decorative: the text beside it contains the meaning. */
export function Medallion({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes['medallion']} aria-hidden>
      {children}
    </div>
  )
}
