import type { ReactNode } from 'react'
import classes from './search-layout.module.css'

/** Filters beside their results; above them where it is narrow. */
export function SearchLayout({ filters, children }: { readonly filters: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={classes['layout']}>
      <div className={classes['filters']}>{filters}</div>
      <div className={classes['results']}>{children}</div>
    </div>
  )
}
