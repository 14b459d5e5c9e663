import { Text, Title } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { Card } from '#client/ui/cards/card.tsx'
import classes from './profile.module.css'

type Props = {
  readonly title: string
  readonly lead: string
  /** Receives the focus when the element that had it is gone. */
  readonly heading?: Ref<HTMLHeadingElement>
  readonly children: ReactNode
}

/** A wide section of the profile with one action. */
export function ProfileSection({ title, lead, heading, children }: Props) {
  return (
    <Card as="section" className={classes['wide'] ?? ''}>
      <Title order={2} size="h3" mb="xs" ref={heading} tabIndex={heading ? -1 : undefined}>
        {title}
      </Title>
      <Text c="dimmed" mb="md" maw="46rem">
        {lead}
      </Text>
      {children}
    </Card>
  )
}
