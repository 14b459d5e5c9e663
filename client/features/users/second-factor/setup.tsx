import { Code, Stack, Text, TextInput } from '@mantine/core'
import { Suspense, useState } from 'react'
import '@mantine/core/styles/Code.layer.css'
import { setupCodeForm, setupForm } from '#contract/second-factor.ts'
import { tellAtFields } from '#client/forms/tell-at-fields.ts'
import { lazyOptionalPart } from '#client/shell/lazy-optional-part.tsx'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useConfirmSetup, useStartSetup } from './second-factor.queries.ts'
import { texts } from './second-factor.texts.ts'
import classes from './second-factor.module.css'

const QrCode = lazyOptionalPart(() => import('#client/ui/qr-code.tsx'), 'QrCode')

type Secret = { readonly secret: string; readonly uri: string }
type Props = { readonly onCodes: () => void; readonly onDone: () => void }

/** Sets up a second factor in three steps: password, code of the app, recovery codes. */
export function Setup({ onCodes, onDone }: Props) {
  const [setup, setSetup] = useState<Secret>()
  const [codes, setCodes] = useState<readonly string[]>()
  const confirmed = (all: readonly string[]) => {
    setCodes(all)
    onCodes()
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return setup ? <Confirm {...setup} onConfirmed={confirmed} /> : <Start onStarted={setSetup} />
}

function Start({ onStarted }: { readonly onStarted: (setup: Secret) => void }) {
  const form = useCheckedForm({ schema: setupForm, initialValues: { password: '' } })
  const { act, isPending } = useStartSetup(onStarted, (error) => tellAtFields(form, error))
  return (
    <Form form={form} label={texts.setUp} onSubmit={act} className={classes['form']}>
      <PasswordField
        label={texts.yourPassword}
        autoComplete="current-password"
        data-autofocus
        required
        {...form.getInputProps('password')}
      />
      <ActionButton type="submit" isBusy={isPending}>
        {texts.goOn}
      </ActionButton>
    </Form>
  )
}

type ConfirmProps = Secret & { readonly onConfirmed: (codes: readonly string[]) => void }

function Confirm({ secret, uri, onConfirmed }: ConfirmProps) {
  const form = useCheckedForm({ schema: setupCodeForm, initialValues: { code: '' } })
  const { act, isPending } = useConfirmSetup(onConfirmed, (error) => tellAtFields(form, error))
  return (
    <Stack>
      <Text>{texts.scan}</Text>
      <Suspense fallback={<div className={classes['picture']} />}>
        <QrCode text={uri} label={texts.qrCode} />
      </Suspense>
      <div>
        <Text size="sm">{texts.orType}</Text>
        <Code block className={classes['secret']}>
          {secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </Code>
      </div>
      <Form form={form} label={texts.setUp} onSubmit={act} className={classes['form']}>
        <TextInput
          label={texts.appCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          {...form.getInputProps('code')}
        />
        <ActionButton type="submit" isBusy={isPending}>
          {texts.confirm}
        </ActionButton>
      </Form>
    </Stack>
  )
}
