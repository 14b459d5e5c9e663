import { Anchor, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { confirmationCode, confirmByCode, sendConfirmation } from '#contract/auth.ts'
import { pages } from '#contract/pages.ts'
import { call } from '#client/api.ts'
import { useAction } from '#client/calls/use-action.ts'
import { tellAtFields } from '#client/forms/tell-at-fields.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Dialog } from '#client/ui/feedback/dialog.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { toastSuccess } from '#client/ui/feedback/toasts.ts'
import { Form, useCheckedForm } from '#client/ui/forms/form.tsx'
import classes from './confirm-email-dialog.module.css'
import { abandonConfirmation, useEmailConfirmation } from './email-confirmation.ts'
import { ownUserQuery } from './own-user.ts'

const texts = {
  lead: (email: string) => `To continue, enter the code from our email to ${email}, or open the link in it.`,
  code: 'Six-digit code',
  confirm: 'Confirm and Continue',
  sendAgain: 'Resend email',
  sent: 'Another email is on its way.',
  opened: 'I opened the link',
  notYet: "This address isn't confirmed yet. Please open the link in the email, or enter the code.",
  confirmed: 'Your email address is confirmed.',
}

/** Renders the dialog for calls that need a confirmed email address, and for pages that offer it. */
export function ConfirmEmail() {
  const settle = useEmailConfirmation()
  useEffect(() => abandonConfirmation, [])
  return (
    <Dialog opened={settle !== undefined} onClose={() => settle?.(false)} title={pages.confirmEmail.title}>
      {settle && <Confirmation onConfirmed={() => settle(true)} />}
    </Dialog>
  )
}

function Confirmation({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const queryClient = useQueryClient()
  const { data: user, refetch } = useQuery(ownUserQuery)
  const [isMissing, setMissing] = useState(false)
  const form = useCheckedForm({ schema: confirmationCode, initialValues: { code: '' } })
  const finish = () => {
    toastSuccess(texts.confirmed)
    void queryClient.invalidateQueries({ queryKey: ownUserQuery.queryKey })
    onConfirmed()
  }
  const code = useAction({
    mutationFn: (body: { code: string }) => call(confirmByCode, { body }),
    onMutate: () => setMissing(false),
    onSuccess: finish,
    onError: (error) => tellAtFields(form, error),
  })
  const link = useAction({
    mutationFn: async () => (await refetch({ throwOnError: true })).data?.isEmailVerified ?? false,
    onSuccess: (isVerified) => (isVerified ? finish() : setMissing(true)),
  })
  const again = useAction({
    mutationFn: () => call(sendConfirmation),
    onSuccess: () => toastSuccess(texts.sent),
  })
  return (
    <Stack>
      <Text>{texts.lead(user?.email ?? 'you')}</Text>
      {isMissing && <Notice kind="error">{texts.notYet}</Notice>}
      <Form form={form} label={pages.confirmEmail.title} onSubmit={code.act} className={classes['form']}>
        <TextInput
          label={texts.code}
          size="md"
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          required
          {...form.getInputProps('code')}
        />
        <ActionButton type="submit" size="md" isBusy={code.isPending}>
          {texts.confirm}
        </ActionButton>
      </Form>
      <div className={classes['others']}>
        <Anchor component="button" type="button" size="sm" onClick={() => link.act()}>
          {texts.opened}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={() => again.act()}>
          {texts.sendAgain}
        </Anchor>
      </div>
    </Stack>
  )
}
