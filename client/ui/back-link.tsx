import { IconArrowLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { type PageAddress, TextLink } from './links.tsx'
import classes from './back-link.module.css'

/** Links from a record back to its list. */
export function BackLink({ to, children }: { readonly to: PageAddress; readonly children: ReactNode }) {
  return (
    <TextLink to={to} size="sm" className={classes['back'] ?? ''}>
      <IconArrowLeft size={16} aria-hidden />
      {children}
    </TextLink>
  )
}
