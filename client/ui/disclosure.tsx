import { type ReactNode, useId, useState } from 'react'
import classes from './disclosure.module.css'

type Props = { readonly label: string; readonly children: ReactNode }

/** Shows content below a button on request. */
export function Disclosure({ label, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        className={classes['button']}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </button>
      <div id={id}>{isOpen && children}</div>
    </>
  )
}
