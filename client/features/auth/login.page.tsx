import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { loginForm } from '#contract/auth.ts'
import { isTooLongToRegister, messages, PASSWORD_LENGTH } from '#contract/fields.ts'
import { pages } from '#contract/pages.ts'
import { redirectTarget, wayBack } from '#client/address/redirect-target.ts'
import { useAction } from '#client/calls/use-action.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { EmailField } from '#client/ui/forms/email-field.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { TextLink } from '#client/ui/links.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { useSession } from '#client/session.ts'
import { AuthCard } from './auth-card.tsx'
import { logInMutation } from './auth.queries.ts'
import { texts } from './auth.texts.ts'
import { SecondStep } from './second-step.tsx'
import { WantedPage } from './wanted-page.tsx'
import { ForVisitors } from '#client/address/for-visitors.tsx'
import classes from './auth-card.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address of the account to log in to, or of which the password was forgotten. */
    email?: string
  }
}

/** Logs a user in (specification, section 2.5), in a second step with a code if the account has a second factor. */
export function LoginPage() {
  const navigate = useNavigate()
  const { redirect } = useSearch({ strict: false })
  const { role } = useSession()
  const email = useLocation({ select: ({ state }) => state.email ?? '' })
  const form = useCheckedForm({ schema: loginForm, initialValues: { email, password: '' } })
  const [loginToken, setLoginToken] = useState<string>()
  const goOn = () => navigate({ ...redirectTarget(redirect), replace: true })
  const { act, isPending, error } = useAction({
    ...logInMutation,
    onSuccess: ({ token }) => (token ? setLoginToken(token) : goOn()),
  })
  const { atRegistration } = PASSWORD_LENGTH
  if (loginToken) {
    return (
      <ForVisitors>
        <SecondStep token={loginToken} onLoggedIn={goOn} onAgain={() => setLoginToken(undefined)} />
      </ForVisitors>
    )
  }
  return (
    <ForVisitors>
      <AuthCard
        title={texts.login}
        lead={
          <>
            {texts.noAccount}{' '}
            <TextLink to={pages.register.href()} search={wayBack(redirect)} td="underline">
              {texts.register}
            </TextLink>
          </>
        }
      >
        {role === 'USER' && <Notice kind="info">{texts.forAdministrators}</Notice>}
        <WantedPage redirect={redirect} step="login" />
        <Form form={form} label={texts.login} onSubmit={act} className={classes['form']}>
          <EmailField label={texts.email} {...form.getInputProps('email')} />
          <PasswordField
            label={texts.password}
            autoComplete="current-password"
            required
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description={isTooLongToRegister(form.values.password) && messages.maxLength(atRegistration)}
            {...form.getInputProps('password')}
          />
          <TextLink
            to={pages.forgotPassword.href()}
            search={wayBack(redirect)}
            state={{ email: form.values.email }}
            size="sm"
          >
            {texts.forgotLink}
          </TextLink>
          {error && <Notice kind="refused">{error.message}</Notice>}
          <ActionButton type="submit" size="md" isBusy={isPending}>
            {texts.login}
          </ActionButton>
        </Form>
      </AuthCard>
    </ForVisitors>
  )
}
