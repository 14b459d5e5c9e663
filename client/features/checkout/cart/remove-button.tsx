import { IconTrash } from '@tabler/icons-react'
import { ActionIconButton } from '#client/ui/feedback/action-button.tsx'
import { texts } from '../checkout.texts.ts'

type Props = { readonly name: string; readonly isPending: boolean; readonly onRemove: () => void }

/** Removes an item from the cart. */
export function RemoveButton({ name, isPending, onRemove }: Props) {
  return (
    <ActionIconButton
      variant="subtle"
      color="gray"
      size="lg"
      isBusy={isPending}
      onClick={onRemove}
      aria-label={texts.removeNamed(name)}
      title={texts.remove}
    >
      <IconTrash size={20} aria-hidden />
    </ActionIconButton>
  )
}
