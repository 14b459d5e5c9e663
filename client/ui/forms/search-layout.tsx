import type { ReactNode } from 'react'
import classes from './search-layout.module.css'

/** Places filters beside their results, on narrow screens above them. */
export function SearchLayout({ filters, children }: { readonly filters: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={classes['layout']}>
      <div className={classes['filters']}>{filters}</div>
      <div className={classes['results']}>{children}</div>
    </div>
  )
}
