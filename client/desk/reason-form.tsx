import { Group, Stack, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { singleLineText } from '#contract/fields.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { useFocusOnMount } from '#client/ui/forms/use-focus-on-mount.ts'

const schema = z.object({ reason: singleLineText() })

type Props = {
  readonly title: string
  /** The consequence of the action. */
  readonly hint: string
  /** The label of the button that acts. */
  readonly action: string
  /** Whether the action takes something away, which is then kept by closing the form. True by default. */
  readonly isDestructive?: boolean
  readonly isPending: boolean
  readonly onReason: (reason: string) => void
  readonly onClose: () => void
}

/** Asks for the reason of an action at the desk before it is done. */
export function ReasonForm({ title, hint, action, isDestructive = true, isPending, onReason, onClose }: Props) {
  const field = useFocusOnMount()
  const form = useCheckedForm({ schema, initialValues: { reason: '' } })
  return (
    <Form form={form} label={title} onSubmit={({ reason }) => onReason(reason)}>
      <Stack gap="sm" mt="sm">
        <TextInput label="Reason" description={hint} required ref={field} {...form.getInputProps('reason')} />
        <Group gap="sm">
          <ActionButton type="submit" {...(isDestructive && { color: 'red' })} isBusy={isPending}>
            {action}
          </ActionButton>
          <ActionButton variant="default" onClick={onClose}>
            {isDestructive ? 'Keep' : 'Cancel'}
          </ActionButton>
        </Group>
      </Stack>
    </Form>
  )
}
