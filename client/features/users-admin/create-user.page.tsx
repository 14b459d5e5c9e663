import { Checkbox } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useNavigate } from '@tanstack/react-router'
import { newUser } from '#contract/users.ts'
import { pages } from '#contract/pages.ts'
import { Desk } from '#client/desk/desk.tsx'
import { ConfirmedPasswordFields } from '#client/forms/confirmed-password-fields.tsx'
import { typedTwice } from '#client/forms/confirmed-password.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { NameFields } from '#client/forms/name-fields.tsx'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { EmailField } from '#client/ui/forms/email-field.tsx'
import { useCreation } from '#client/forms/use-creation.ts'
import { sendUser } from './users-admin.queries.ts'
import { texts } from './users-admin.texts.ts'

const schema = typedTwice(newUser, 'password')
const empty = {
  firstName: '',
  lastName: '',
  email: '',
  password: '',
  confirmPassword: '',
  isAdmin: false,
  isStaff: false,
}

/** Creates a user (specification, section 2.17). */
export function CreateUserPage() {
  const navigate = useNavigate()
  const form = useKeptForm({ path: pages.createUser.href(), schema, initialValues: empty })
  const creation = useCreation({
    form,
    create: ({ firstName, lastName, email, password, isAdmin, isStaff }) =>
      sendUser({ firstName, lastName, email, password, isAdmin, isStaff }),
    success: texts.created,
    failure: texts.notCreated,
    onMade: () => navigate({ to: pages.admin.href() }),
  })
  return (
    <Desk>
      <CreationForm
        {...creation}
        title={texts.createUser}
        lead={texts.createLead}
        action={texts.createUser}
        cancelTo={pages.admin.href()}
      >
        <NameFields form={form} isOfAnother />
        <EmailField label={texts.email} autoComplete="off" {...form.getInputProps('email')} />
        <ConfirmedPasswordFields
          form={form}
          name="password"
          label={texts.password}
          hint={texts.passwordHint}
          confirmLabel={texts.confirmPassword}
        />
        <Checkbox
          label={texts.isAdmin}
          description={texts.isAdminHint}
          {...form.getInputProps('isAdmin', { type: 'checkbox' })}
        />
        <Checkbox
          label={texts.isStaff}
          description={texts.isStaffHint}
          {...form.getInputProps('isStaff', { type: 'checkbox' })}
        />
      </CreationForm>
    </Desk>
  )
}
