import { Children, type ReactNode } from 'react'
import classes from './dotted.module.css'

/** Shows facts in a line with dots between them. Where the line wraps, there is no dot. Omits missing facts. */
export function Dotted({ children }: { readonly children: ReactNode }) {
  return (
    <span className={classes['line']}>
      {Children.map(Children.toArray(children), (child) => (
        <>
          <span className={classes['part']}>{child}</span>{' '}
        </>
      ))}
    </span>
  )
}
