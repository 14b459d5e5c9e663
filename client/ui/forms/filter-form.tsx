import { Button } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconAdjustmentsHorizontal, IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { Form, WRONG } from './form.tsx'
import classes from './filter-form.module.css'

/** The label of the button that removes all filters. */
export const RESET_FILTERS = 'Reset Filters'

type Props<Values extends Record<string, unknown>> = {
  readonly form: UseFormReturnType<Values>
  readonly label: string
  readonly onSearch: (values: Values) => void
  /** The values without filters. */
  readonly empty: Values
  readonly onReset: () => void
  /** Fields that are always visible. */
  readonly children: ReactNode
  /** Further fields, on narrow screens shown on demand. */
  readonly more?: ReactNode
  /** How many of these are used. They stay folded, because the results would be far below. */
  readonly moreUsed?: number
  /** Whether filters apply without a Search button. */
  readonly isLive?: boolean
}

/** Lays out filters with Search, unless they are live, and Reset Filters. */
export function FilterForm<Values extends Record<string, unknown>>(props: Props<Values>) {
  const { form, label, onSearch, empty, onReset, children, more, moreUsed = 0, isLive = false } = props
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const folded = useRef<HTMLDivElement>(null)
  const { errors } = form
  // Reveals a hidden field with an error.
  useEffect(() => {
    if (Object.keys(errors).length > 0 && folded.current?.querySelector(WRONG)) setOpen(true)
  }, [errors])
  const reset = () => {
    form.setValues(empty)
    form.clearErrors()
    onReset()
  }
  return (
    <search className={classes['search']}>
      <Form form={form} label={label} onSubmit={onSearch} className={classes['form']}>
        <div className={classes['fields']}>{children}</div>
        {more && (
          <>
            <Button
              variant="subtle"
              className={classes['toggle']}
              leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
            >
              {isOpen ? 'Fewer filters' : moreFiltersText(moreUsed)}
            </Button>
            <div id={id} ref={folded} className={classes['fields']} data-is-more data-is-open={isOpen || undefined}>
              {more}
            </div>
          </>
        )}
        <div className={classes['buttons']}>
          {!isLive && (
            <Button type="submit" px="sm" leftSection={<IconSearch size={18} aria-hidden />}>
              Search
            </Button>
          )}
          <Button variant="default" px="sm" onClick={reset}>
            {RESET_FILTERS}
          </Button>
        </div>
      </Form>
    </search>
  )
}

const moreFiltersText = (used: number) => (used === 0 ? 'More filters' : `More filters (${used} in use)`)
