import { ActionButton } from '#client/ui/feedback/action-button.tsx'
import { confirmed } from '#client/ui/feedback/confirm.tsx'

type Props = {
  readonly label: string
  readonly question: string
  /** The name of the record, shown with the question. */
  readonly name: string
  readonly deletion: { readonly act: () => void; readonly isPending: boolean }
}

/** Shows a button that deletes a record after a question. */
export function DeleteRecord({ label, question, name, deletion }: Props) {
  const ask = async () => {
    if (await confirmed({ title: question, details: name, confirm: label, isDestructive: true })) deletion.act()
  }
  return (
    <ActionButton variant="outline" color="red" size="md" isBusy={deletion.isPending} onClick={() => void ask()}>
      {label}
    </ActionButton>
  )
}
