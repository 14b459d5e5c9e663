import { useNavigate } from '@tanstack/react-router'
import { pages } from '#contract/pages.ts'
import { useKeptForm } from '#client/forms/kept-form.ts'
import { useCreation } from '#client/forms/use-creation.ts'
import { CreationForm } from '#client/ui/forms/creation-form.tsx'
import { sendShow } from './programme-admin.queries.ts'
import { texts } from './programme-admin.texts.ts'
import { ShowFields } from './show-fields.tsx'
import { emptyShow, showForm, showIn } from './show-form.ts'

/** Creates a show (specification, section 2.17). */
export function CreateShowPage() {
  const navigate = useNavigate()
  const form = useKeptForm({ path: pages.createShow.href(), schema: showForm, initialValues: emptyShow })
  const creation = useCreation({
    form,
    create: (values) => sendShow(showIn(values)),
    success: texts.showCreated,
    failure: texts.showNotCreated,
    onMade: ({ event }) => navigate({ to: pages.event.href(event) }),
  })
  return (
    <CreationForm
      {...creation}
      title={texts.createShow}
      lead={texts.showLead}
      action={texts.createShow}
      cancelTo={pages.admin.href()}
      isWide
    >
      <ShowFields form={form} isNew />
    </CreationForm>
  )
}
