import { Children, type ReactNode } from 'react'
import classes from './dotted.module.css'

/** Shows facts in a line with dots between them. Where the line wraps, there is no dot. */
export function Dotted({ children }: { readonly children: ReactNode }) {
  return (
    <span className={classes['line']}>
      {Children.map(children, (child) => (
        <>
          <span className={classes['part']}>{child}</span>{' '}
        </>
      ))}
    </span>
  )
}
