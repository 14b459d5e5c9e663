import { Text, Title } from '@mantine/core'
import { passwordForm } from '#contract/users.ts'
import { useAction } from '#client/calls/use-action.ts'
import { ConfirmedPasswordFields } from '#client/forms/confirmed-password-fields.tsx'
import { typedTwice } from '#client/forms/confirmed-password.ts'
import { tellAtFields } from '#client/forms/tell-at-fields.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import classes from './profile.module.css'
import { changePasswordMutation } from './users.queries.ts'
import { texts } from './users.texts.ts'

const schema = typedTwice(passwordForm, 'newPassword')

/** Changes the user's password. */
export function PasswordForm({ email }: { readonly email: string }) {
  const form = useCheckedForm({ schema, initialValues: { password: '', newPassword: '', confirmPassword: '' } })
  const { act, isPending } = useAction({
    ...changePasswordMutation,
    onSuccess: () => {
      form.reset()
      toastSuccess(texts.passwordChanged)
    },
    onError: (error) => tellAtFields(form, error),
  })
  return (
    <Card as="section">
      <Title order={2} size="h3" mb={4}>
        {texts.password}
      </Title>
      <Text c="dimmed" size="sm" mb="md">
        {texts.passwordLead}
      </Text>
      <Form form={form} label={texts.password} onSubmit={act} className={classes['form']}>
        {/* Tells password managers the account. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={texts.oldPassword}
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
        <ConfirmedPasswordFields
          form={form}
          name="newPassword"
          label={texts.newPassword}
          hint={texts.newPasswordHint}
          confirmLabel={texts.confirmPassword}
        />
        <ActionButton type="submit" isBusy={isPending} className={classes['send']}>
          {texts.save}
        </ActionButton>
      </Form>
    </Card>
  )
}
