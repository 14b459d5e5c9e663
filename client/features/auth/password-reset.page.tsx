import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import * as z from 'zod/mini'
import { password } from '#contract/fields.ts'
import { pages } from '#contract/pages.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { wayBack } from '#client/address/redirect-target.ts'
import { useAction } from '#client/calls/use-action.ts'
import { forgetRequestedReset, requestedReset } from '#client/customer/requested-reset.ts'
import { ConfirmedPasswordFields } from '#client/forms/confirmed-password-fields.tsx'
import { typedTwice } from '#client/forms/confirmed-password.ts'
import { tellAtFields } from '#client/forms/tell-at-fields.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { ButtonLink } from '#client/ui/links.tsx'
import { LoadFailed } from '#client/ui/feedback/load-failed.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { AuthCard } from './auth-card.tsx'
import { changePasswordMutation, resetTokenQuery } from './auth.queries.ts'
import { texts } from './auth.texts.ts'
import classes from './auth-card.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    resetToken?: string
  }
}

const schema = typedTwice(z.object({ password: password() }), 'password')

/** Sets a new password with a reset link (specification, section 2.7). */
export function PasswordResetPage() {
  const navigate = useNavigate()
  const [refusal, setRefusal] = useState<string>()
  const { 'reset-token': inAddress } = useSearch({ strict: false })
  const given = typeof inAddress === 'string' ? inAddress : undefined
  const token = useLocation({ select: ({ state }) => given ?? state.resetToken })
  // Removes the token from the address bar. A reload finds it in the state of this history entry, which is sent
  // nowhere.
  useEffect(() => {
    if (given)
      void navigate({ to: pages.passwordReset.href(), search: {}, state: { resetToken: given }, replace: true })
  }, [given, navigate])
  const forget = (reason: string) => {
    setRefusal(reason)
    void navigate({ to: pages.passwordReset.href(), search: {}, state: {}, replace: true })
  }
  return (
    <AuthCard title={texts.reset}>
      {token ? <CheckedReset token={token} onRefused={forget} /> : <NoReset reason={refusal ?? texts.missingToken} />}
    </AuthCard>
  )
}

type Props = {
  readonly token: string
  /** Called when the token is permanently invalid. */
  readonly onRefused: (reason: string) => void
}

function CheckedReset({ token, onRefused }: Props) {
  const { isPending, isLoadingError, error, refetch } = useQuery(resetTokenQuery(token))
  const tellRefused = useEffectEvent(onRefused)
  useEffect(() => {
    if (isRefused(error)) tellRefused(error.message)
  }, [error])
  if (isLoadingError) {
    return isRefused(error) ? <NoReset reason={error.message} /> : <LoadFailed text={error.message} onRetry={refetch} />
  }
  return isPending ? <Checking /> : <ResetForm token={token} onRefused={onRefused} />
}

function isRefused(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.code === 'reset_token_invalid'
}

function Checking() {
  return (
    <Stack aria-busy>
      <VisuallyHidden component="output">{texts.checking}</VisuallyHidden>
      <Skeleton h="3.75rem" />
      <Skeleton h="3.75rem" />
      <Skeleton h="2.625rem" />
    </Stack>
  )
}

function NoReset({ reason }: { readonly reason: string }) {
  const { redirect, email = '' } = requestedReset() ?? {}
  return (
    <Stack align="flex-start">
      <Notice kind="error">{reason}</Notice>
      <ButtonLink to={pages.forgotPassword.href()} search={wayBack(redirect)} state={{ email }}>
        {texts.newLink}
      </ButtonLink>
    </Stack>
  )
}

function ResetForm({ token, onRefused }: Props) {
  const navigate = useNavigate()
  const form = useCheckedForm({ schema, initialValues: { password: '', confirmPassword: '' } })
  const { act, isPending } = useAction({
    ...changePasswordMutation,
    onSuccess: () => {
      toastSuccess(texts.changed)
      // Replaces the history entry, so that going back does not lead to a used link.
      const { redirect, email = '' } = requestedReset() ?? {}
      forgetRequestedReset()
      return navigate({ to: pages.login.href(), search: wayBack(redirect), state: { email }, replace: true })
    },
    onError: (error) => (isRefused(error) ? onRefused(error.message) : tellAtFields(form, error)),
  })
  return (
    <Form
      form={form}
      label={texts.reset}
      onSubmit={(values) => act({ token, password: values.password })}
      className={classes['form']}
    >
      <ConfirmedPasswordFields
        form={form}
        name="password"
        label={texts.newPassword}
        hint={texts.passwordHint}
        confirmLabel={texts.confirmPassword}
      />
      <ActionButton type="submit" size="md" isBusy={isPending}>
        {texts.changePassword}
      </ActionButton>
    </Form>
  )
}
