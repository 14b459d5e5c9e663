import { Checkbox, TextInput, Title } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { profileForm, type UserDetail } from '#contract/users.ts'
import { pages } from '#contract/pages.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { NameFields } from '#client/forms/name-fields.tsx'
import { tellAtFields } from '#client/forms/tell-at-fields.ts'
import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { Card } from '#client/ui/cards/card.tsx'
import { Form } from '#client/ui/forms/form.tsx'
import classes from './profile.module.css'
import { useEditProfile } from './users.queries.ts'
import { texts } from './users.texts.ts'

/** Edits the user's name and address, and the wish for reminders. */
export function ProfileForm({ user }: { readonly user: UserDetail }) {
  const { firstName, lastName, address, wantsReminders } = user
  const form = useKeptForm({
    path: pages.profile.href(),
    schema: profileForm,
    initialValues: { firstName, lastName, address, wantsReminders },
  })
  const { act, isPending } = useEditProfile((error) => tellAtFields(form, error))
  return (
    <Card as="section">
      <Title order={2} size="h3" mb="md">
        {texts.personalData}
      </Title>
      <Form form={form} label={texts.personalData} onSubmit={act} className={classes['form']}>
        <NameFields form={form} />
        <TextInput
          label={texts.address}
          description={texts.addressHint}
          autoComplete="street-address"
          {...form.getInputProps('address')}
        />
        <Checkbox
          label={texts.wantsReminders}
          description={texts.remindersHint}
          {...form.getInputProps('wantsReminders', { type: 'checkbox' })}
        />
        <ActionButton type="submit" isBusy={isPending} className={classes['send']}>
          {texts.save}
        </ActionButton>
      </Form>
    </Card>
  )
}
