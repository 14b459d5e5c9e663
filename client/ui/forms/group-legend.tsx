import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './group-legend.module.css'

type Props = { readonly isRequired?: boolean; readonly isLarge?: boolean; readonly children: ReactNode }

/** Names a group of controls, styled like a field label. */
export function GroupLegend({ isRequired = false, isLarge = false, children }: Props) {
  return (
    <Text component="legend" size={isLarge ? 'lg' : 'sm'} className={classes['legend']}>
      {children}
      {isRequired && (
        <span className={classes['required']} aria-hidden>
          {' *'}
        </span>
      )}
    </Text>
  )
}
