import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card } from '#client/ui/cards/card.tsx'
import classes from './profile.module.css'

type Props = { readonly title: string; readonly lead: string; readonly children: ReactNode }

/** A wide section of the profile with one action. */
export function ProfileSection({ title, lead, children }: Props) {
  return (
    <Card as="section" className={classes['wide'] ?? ''}>
      <Title order={2} size="h3" mb="xs">
        {title}
      </Title>
      <Text c="dimmed" mb="md" maw="46rem">
        {lead}
      </Text>
      {children}
    </Card>
  )
}
