import type { ReactNode } from 'react'
import classes from './medallion.module.css'

/** Says at a glance what a row is about. The words beside it say it in full. */
export function Medallion({ children }: { readonly children: ReactNode }) {
  return (
    <div className={classes['medallion']} aria-hidden>
      {children}
    </div>
  )
}
