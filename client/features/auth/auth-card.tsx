import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageHeading } from '#client/ui/page-heading.tsx'
import classes from './auth-card.module.css'

type Props = { readonly title: string; readonly lead?: ReactNode; readonly children: ReactNode }

/** Frames the pages of login, registration and password reset. */
export function AuthCard({ title, lead, children }: Props) {
  return (
    <div className={classes['card']}>
      <Stack gap="xs" mb="md">
        <PageHeading title={title} fz="1.875rem" />
        {lead && <Text c="dimmed">{lead}</Text>}
      </Stack>
      {children}
    </div>
  )
}
