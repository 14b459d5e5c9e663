import { Modal, type ModalProps } from '@mantine/core'
import '@mantine/core/styles/Overlay.layer.css'
import '@mantine/core/styles/ModalBase.layer.css'
import '@mantine/core/styles/Modal.layer.css'

/** Renders a dialog that a click outside does not close, because it holds input. */
export function LoadedDialog(props: ModalProps) {
  return <Modal closeButtonProps={{ 'aria-label': 'Close' }} closeOnClickOutside={false} {...props} />
}
