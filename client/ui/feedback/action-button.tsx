import { ActionIcon, Button, type ActionIconProps, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef, MouseEvent } from 'react'

type ButtonElement<Props> = Props & Omit<ComponentPropsWithRef<'button'>, keyof Props>
type Doing<Props> = Omit<ButtonElement<Props>, 'loading' | 'renderRoot'> & {
  /** What it does is under way. */
  readonly isBusy?: boolean
}

/** A button that does something. Busy or disabled it stays in reach of the keyboard, and a double click is one click. */
export function ActionButton({ isBusy = false, disabled = false, onClick, ...props }: Doing<ButtonProps>) {
  return (
    <Button
      type="button"
      {...props}
      loading={isBusy}
      data-disabled={disabled}
      aria-disabled={isBusy || disabled}
      aria-busy={isBusy}
      onClick={(event) => pass(event, isBusy || disabled, onClick)}
      renderRoot={neverDisabled}
    />
  )
}

/** The same with nothing but a picture; it is named by its `aria-label`. */
export function ActionIconButton({ isBusy = false, onClick, ...props }: Doing<ActionIconProps>) {
  return (
    <ActionIcon
      type="button"
      {...props}
      loading={isBusy}
      aria-disabled={isBusy}
      onClick={(event) => pass(event, isBusy, onClick)}
      renderRoot={neverDisabled}
    />
  )
}

type Click = MouseEvent<HTMLButtonElement>

// Enter in a field of a form is a click on the button that sends it, and is held back here too.
function pass(event: Click, isHeldBack: boolean, onClick: ((event: Click) => void) | undefined): void {
  if (isHeldBack || event.detail > 1) event.preventDefault()
  else onClick?.(event)
}

// A button that is disabled lets go of the focus, and whoever pressed it stands nowhere.
function neverDisabled(props: ComponentPropsWithRef<'button'>) {
  return <button {...props} disabled={false} />
}
