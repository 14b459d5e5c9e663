import { Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { requiredText } from '#contract/fields.ts'
import { pages } from '#contract/pages.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { useAction } from '#client/calls/use-action.ts'
import { ownUserQuery } from '#client/customer/own-user.ts'
import { tellAtFields } from '#client/forms/tell-at-fields.ts'
import { useSession } from '#client/session.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { ButtonLink, TextLink } from '#client/ui/links.tsx'
import { AuthCard } from './auth-card.tsx'
import classes from './auth-card.module.css'
import { confirmEmailMutation } from './auth.queries.ts'
import { texts } from './auth.texts.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    confirmationToken?: string
  }
}

const passwordForm = z.object({ password: requiredText() })

/**
 * Confirms an email address with the link of a mail. Waits for a click, because mail scanners open links.
 * Visitors enter the password of the account, which a stranger may have created with their address.
 */
export function ConfirmEmailPage() {
  const navigate = useNavigate()
  const { token: inAddress } = useSearch({ strict: false })
  const given = typeof inAddress === 'string' ? inAddress : undefined
  const token = useLocation({ select: ({ state }) => given ?? state.confirmationToken })
  // Removes the token from the address bar. A reload finds it in the state of this history entry, which is sent
  // nowhere.
  useEffect(() => {
    if (given) {
      void navigate({ to: pages.confirmEmail.href(), search: {}, state: { confirmationToken: given }, replace: true })
    }
  }, [given, navigate])
  return (
    <AuthCard title={texts.confirmEmail}>
      {token ? <Confirmation token={token} /> : <Refused reason={texts.missingConfirmation} />}
    </AuthCard>
  )
}

function Confirmation({ token }: { readonly token: string }) {
  const queryClient = useQueryClient()
  const { isLoggedIn } = useSession()
  const [needsPassword, setNeedsPassword] = useState(!isLoggedIn)
  const [outcome, setOutcome] = useState<{ refusal?: string }>()
  const form = useCheckedForm({ schema: passwordForm, initialValues: { password: '' } })
  const { act, isPending } = useAction({
    ...confirmEmailMutation,
    onSuccess: () => {
      setOutcome({})
      void queryClient.invalidateQueries({ queryKey: ownUserQuery.queryKey })
    },
    onError: (error) => {
      if (isInvalid(error)) setOutcome({ refusal: error.message })
      // The link belongs to another account than the session.
      else if (isPasswordMissing(error)) setNeedsPassword(true)
      else tellAtFields(form, error)
    },
  })
  if (outcome?.refusal !== undefined) return <Refused reason={outcome.refusal} />
  if (outcome) return <Confirmed />
  if (needsPassword) {
    return (
      <Form
        form={form}
        label={texts.confirmEmail}
        onSubmit={({ password }) => act({ token, password })}
        className={classes['form']}
      >
        <Text>{texts.confirmByPassword}</Text>
        <PasswordField
          label={texts.password}
          autoComplete="current-password"
          required
          {...form.getInputProps('password')}
        />
        <TextLink to={pages.forgotPassword.href()} size="sm">
          {texts.forgotLink}
        </TextLink>
        <ActionButton type="submit" size="md" isBusy={isPending}>
          {texts.confirmAction}
        </ActionButton>
      </Form>
    )
  }
  return (
    <Stack align="flex-start">
      <Text>{texts.confirmLead}</Text>
      <ActionButton size="md" isBusy={isPending} onClick={() => act({ token })}>
        {texts.confirmAction}
      </ActionButton>
    </Stack>
  )
}

function Confirmed() {
  const { isLoggedIn } = useSession()
  return (
    <Stack align="flex-start">
      <Text component="output">{isLoggedIn ? texts.confirmedHere : texts.confirmed}</Text>
      {isLoggedIn ? (
        <ButtonLink to={pages.home.href()}>{texts.toShop}</ButtonLink>
      ) : (
        <ButtonLink to={pages.login.href()}>{texts.login}</ButtonLink>
      )}
    </Stack>
  )
}

function Refused({ reason }: { readonly reason: string }) {
  return (
    <Stack align="flex-start">
      <Notice kind="error">{reason}</Notice>
      <ButtonLink to={pages.profile.href()}>{texts.toProfile}</ButtonLink>
    </Stack>
  )
}

function isInvalid(error: Error): boolean {
  return error instanceof ApiError && error.code === 'confirmation_token_invalid'
}

function isPasswordMissing(error: Error): boolean {
  return error instanceof ApiError && error.code === 'invalid_fields'
}
