import { Text } from '@mantine/core'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { startPasswordReset } from '#contract/auth.ts'
import { pages } from '#contract/pages.ts'
import { wayBack } from '#client/address/redirect-target.ts'
import { useAction } from '#client/calls/use-action.ts'
import { keepRequestedReset } from '#client/customer/requested-reset.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { EmailField } from '#client/ui/forms/email-field.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { AuthCard } from './auth-card.tsx'
import { sendLinkMutation } from './auth.queries.ts'
import { texts } from './auth.texts.ts'
import classes from './auth-card.module.css'

/** Requests a reset link (specification, section 2.7). */
export function ForgotPasswordPage() {
  const email = useLocation({ select: ({ state }) => state.email ?? '' })
  const form = useCheckedForm({ schema: startPasswordReset.body, initialValues: { email } })
  const { redirect } = useSearch({ strict: false })
  const [mailedTo, setMailedTo] = useState<string>()
  const { act, isPending, error } = useAction({
    ...sendLinkMutation,
    onMutate: () => setMailedTo(undefined),
    onSuccess: (_, { email: address }) => {
      setMailedTo(address)
      keepRequestedReset({ email: address, ...wayBack(redirect) })
      toastSuccess(texts.linkSent)
    },
  })
  return (
    <AuthCard title={texts.forgot} lead={texts.forgotLead}>
      <Form form={form} label={texts.forgot} onSubmit={act} className={classes['form']}>
        <EmailField label={texts.email} {...form.getInputProps('email')} />
        {mailedTo !== undefined && <Notice kind="info">{texts.linkOnItsWay(mailedTo)}</Notice>}
        {error && <Notice kind="refused">{error.message}</Notice>}
        <ActionButton type="submit" size="md" isBusy={isPending}>
          {texts.sendLink}
        </ActionButton>
      </Form>
      <Text className={classes['further']}>
        <TextLink to={pages.login.href()} search={wayBack(redirect)}>
          {texts.backToLogin}
        </TextLink>
      </Text>
    </AuthCard>
  )
}
