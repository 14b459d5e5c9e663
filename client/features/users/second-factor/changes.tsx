import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { changeForm } from '#contract/second-factor.ts'
import { tellAtFields } from '#client/forms/tell-at-fields.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import { PasswordField } from '#client/ui/forms/password-field.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useRenewCodes, useTurnOff } from './second-factor.queries.ts'
import { texts } from './second-factor.texts.ts'
import classes from './second-factor.module.css'

const initialValues = { password: '', code: '' }
const useProofForm = () => useCheckedForm({ schema: changeForm, initialValues })

type RenewProps = { readonly onCodes: () => void; readonly onDone: () => void }

/** Asks for password and code, then shows new recovery codes. */
export function RenewCodes({ onCodes, onDone }: RenewProps) {
  const form = useProofForm()
  const [codes, setCodes] = useState<readonly string[]>()
  const renewed = (all: readonly string[]) => {
    setCodes(all)
    onCodes()
  }
  const { act, isPending } = useRenewCodes(renewed, (error) => tellAtFields(form, error))
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return <ProofForm form={form} action={texts.newCodes} onSubmit={act} isPending={isPending} />
}

/** Asks for password and code, then turns the second factor off. */
export function TurnOff({ onDone }: { readonly onDone: () => void }) {
  const form = useProofForm()
  const { act, isPending } = useTurnOff(onDone, (error) => tellAtFields(form, error))
  return <ProofForm form={form} action={texts.turnOff} onSubmit={act} isPending={isPending} isDestructive />
}

type ProofProps = {
  readonly form: ReturnType<typeof useProofForm>
  readonly action: string
  readonly onSubmit: (proof: typeof initialValues) => void
  readonly isPending: boolean
  readonly isDestructive?: boolean
}

function ProofForm({ form, action, onSubmit, isPending, isDestructive = false }: ProofProps) {
  return (
    <Form form={form} label={action} onSubmit={onSubmit} className={classes['form']}>
      <PasswordField
        label={texts.yourPassword}
        autoComplete="current-password"
        data-autofocus
        required
        {...form.getInputProps('password')}
      />
      <TextInput
        label={texts.code}
        autoComplete="one-time-code"
        spellCheck={false}
        required
        {...form.getInputProps('code')}
      />
      <ActionButton type="submit" isBusy={isPending} {...(isDestructive && { color: 'red' })}>
        {action}
      </ActionButton>
    </Form>
  )
}
