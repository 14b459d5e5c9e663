import { Stack, Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { registrationForm } from '#contract/users.ts'
import { pages } from '#contract/pages.ts'
import { wayBack } from '#client/address/redirect-target.ts'
import { useAction } from '#client/calls/use-action.ts'
import { ConfirmedPasswordFields } from '#client/forms/confirmed-password-fields.tsx'
import { typedTwice } from '#client/forms/confirmed-password.ts'
import { NameFields } from '#client/forms/name-fields.tsx'
import { tellAtFields } from '#client/forms/tell-at-fields.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { EmailField } from '#client/ui/forms/email-field.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { ButtonLink, TextLink } from '#client/ui/links.tsx'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { AuthCard } from './auth-card.tsx'
import { registerMutation } from './auth.queries.ts'
import { texts } from './auth.texts.ts'
import { WantedPage } from './wanted-page.tsx'
import { ForVisitors } from '#client/address/for-visitors.tsx'
import classes from './auth-card.module.css'

const schema = typedTwice(registrationForm, 'password')
const empty = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' }

/** Registers a user (specification, section 2.6). */
export function RegisterPage() {
  const navigate = useNavigate()
  const { redirect } = useSearch({ strict: false })
  const [mailedTo, setMailedTo] = useState<string>()
  const form = useCheckedForm({ schema, initialValues: empty })
  const { act, isPending } = useAction({
    ...registerMutation,
    onSuccess: ({ id }, { email }) => {
      // Without an id, the shop hides whether the address is known. Only its mailbox tells.
      if (id === undefined) return setMailedTo(email)
      toastSuccess(texts.registered)
      return navigate({ to: pages.login.href(), search: wayBack(redirect), state: { email } })
    },
    onError: (error) => tellAtFields(form, error),
  })
  if (mailedTo !== undefined) return <Mailed to={mailedTo} redirect={redirect} />
  return (
    <ForVisitors>
      <AuthCard title={texts.register} lead={texts.registerLead}>
        <WantedPage redirect={redirect} step="register" />
        <Form form={form} label={texts.register} onSubmit={act} className={classes['form']}>
          <div className={classes['names']}>
            <NameFields form={form} />
          </div>
          <EmailField label={texts.email} {...form.getInputProps('email')} />
          <ConfirmedPasswordFields
            form={form}
            name="password"
            label={texts.password}
            hint={texts.passwordHint}
            confirmLabel={texts.confirmPassword}
          />
          <ActionButton type="submit" size="md" isBusy={isPending}>
            {texts.register}
          </ActionButton>
        </Form>
        <Text className={classes['further']}>
          {texts.haveAccount}{' '}
          <TextLink to={pages.login.href()} search={wayBack(redirect)}>
            {texts.login}
          </TextLink>
        </Text>
      </AuthCard>
    </ForVisitors>
  )
}

function Mailed({ to, redirect }: { readonly to: string; readonly redirect: unknown }) {
  return (
    <AuthCard title={texts.register}>
      <Stack component="output" align="flex-start">
        <Notice kind="info">{texts.lookIntoMailbox(to)}</Notice>
        <ButtonLink to={pages.login.href()} search={wayBack(redirect)}>
          {texts.login}
        </ButtonLink>
      </Stack>
    </AuthCard>
  )
}
