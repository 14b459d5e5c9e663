import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { texts } from '../checkout.texts.ts'

type Props = { readonly name: string; readonly isPending: boolean; readonly onRemove: () => void }

/** Takes an item out of the cart. */
export function RemoveButton({ name, isPending, onRemove }: Props) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      loading={isPending}
      onClick={onRemove}
      aria-label={texts.removeNamed(name)}
      title={texts.remove}
    >
      <IconTrash size={20} aria-hidden />
    </ActionIcon>
  )
}
