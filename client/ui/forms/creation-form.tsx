import { Group, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { ActionButton } from '../feedback/action-button.tsx'
import { Card } from '../cards/card.tsx'
import { Form } from './form.tsx'
import { ButtonLink, type PageAddress } from '../links.tsx'
import { PageHeading } from '../page-heading.tsx'
import classes from './creation-form.module.css'

type Props<Values extends Record<string, unknown>> = {
  readonly title: string
  readonly lead?: ReactNode
  readonly form: UseFormReturnType<Values>
  readonly onSubmit: (values: Values) => void
  readonly onInvalid: () => void
  readonly isPending: boolean
  /** The label of the button. */
  readonly action: string
  /** The target of Cancel. */
  readonly cancelTo: PageAddress
  /** Whether the children bring their own cards, side by side. */
  readonly isWide?: boolean
  /** Further buttons. */
  readonly extra?: ReactNode
  /** Cards below the form, as wide as it. */
  readonly below?: ReactNode
  readonly children: ReactNode
}

/** Lays out a page that creates or edits a record. */
export function CreationForm<Values extends Record<string, unknown>>(props: Props<Values>) {
  const { title, lead, form, onSubmit, onInvalid, isPending, action, cancelTo, isWide, extra, below, children } = props
  const content = (
    <Form form={form} label={title} onSubmit={onSubmit} onInvalid={onInvalid} className={classes['form']}>
      {children}
      <Group mt="xs" className={classes['buttons']}>
        <ActionButton type="submit" size="md" isBusy={isPending}>
          {action}
        </ActionButton>
        <ButtonLink to={cancelTo} variant="default" size="md">
          Cancel
        </ButtonLink>
        {extra}
      </Group>
    </Form>
  )
  return (
    <Stack gap="lg" className={classes['frame'] ?? ''} data-is-wide={isWide || undefined}>
      <Stack gap="xs">
        <PageHeading title={title} />
        {lead && <Text c="dimmed">{lead}</Text>}
      </Stack>
      {isWide ? content : <Card>{content}</Card>}
      {below}
    </Stack>
  )
}
