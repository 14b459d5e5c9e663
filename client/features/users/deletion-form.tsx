import { Button, Group } from '@mantine/core'
import { deletionForm } from '#contract/users.ts'
import { tellAtFields } from '#client/forms/tell-at-fields.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import classes from './profile.module.css'
import { useDeleteAccount } from './users.queries.ts'
import { texts } from './users.texts.ts'

type Props = { readonly email: string; readonly leavePage: () => void; readonly onCancel: () => void }

/** Asks for the password and deletes the user's account. */
export function DeletionForm({ email, leavePage, onCancel }: Props) {
  const form = useCheckedForm({ schema: deletionForm, initialValues: { password: '' } })
  const { act, isPending } = useDeleteAccount({ email, leavePage }, (error) => tellAtFields(form, error))
  return (
    <Form form={form} label={texts.deletion} onSubmit={act} className={classes['form']}>
      <PasswordField
        label={texts.yourPassword}
        autoComplete="current-password"
        data-autofocus
        required
        {...form.getInputProps('password')}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
        <ActionButton type="submit" color="red" isBusy={isPending}>
          {texts.delete}
        </ActionButton>
      </Group>
    </Form>
  )
}
