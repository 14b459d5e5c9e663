import { Anchor, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { codeForm } from '#contract/second-factor.ts'
import { ApiError } from '#client/calls/api-error.ts'
import { useAction } from '#client/calls/use-action.ts'
import { tellAtFields } from '#client/forms/tell-at-fields.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { AuthCard } from './auth-card.tsx'
import classes from './auth-card.module.css'
import { logInWithCodeMutation } from './auth.queries.ts'
import { texts } from './auth.texts.ts'

type Props = {
  /** The token of the login whose password was right. */
  readonly token: string
  readonly onLoggedIn: () => void
  readonly onAgain: () => void
}

/** Finishes a login with a code of the authenticator app, or a recovery code. */
export function SecondStep({ token, onLoggedIn, onAgain }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const form = useCheckedForm({ schema: codeForm, initialValues: { code: '' } })
  const { act, isPending } = useAction({
    ...logInWithCodeMutation,
    onSuccess: onLoggedIn,
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'login_expired') onAgain()
      else tellAtFields(form, error)
    },
  })
  useEffect(() => input.current?.focus(), [])
  return (
    <AuthCard title={texts.secondStep} lead={texts.secondStepLead}>
      <Form
        form={form}
        label={texts.secondStep}
        onSubmit={({ code }) => act({ token, code })}
        className={classes['form']}
      >
        <TextInput
          ref={input}
          label={texts.code}
          size="md"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          required
          {...form.getInputProps('code')}
        />
        <ActionButton type="submit" size="md" isBusy={isPending}>
          {texts.login}
        </ActionButton>
        <Anchor component="button" type="button" size="sm" onClick={onAgain}>
          {texts.otherLogin}
        </Anchor>
      </Form>
    </AuthCard>
  )
}
