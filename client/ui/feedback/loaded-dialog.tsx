import { Modal, type ModalProps } from '@mantine/core'

/** Renders a dialog that a click outside does not close, because it holds input. */
export function LoadedDialog(props: ModalProps) {
  return <Modal closeButtonProps={{ 'aria-label': 'Close' }} closeOnClickOutside={false} {...props} />
}
