import { ActionIcon, Button, type ActionIconProps, type ButtonProps } from '@mantine/core'
import type { ComponentPropsWithRef, MouseEvent } from 'react'

type ButtonElement<Props> = Props & Omit<ComponentPropsWithRef<'button'>, keyof Props>
type ActionProps<Props> = Omit<ButtonElement<Props>, 'loading' | 'renderRoot'> & {
  /** Whether the action is pending. */
  readonly isBusy?: boolean
}

/** Runs an action. Stays focusable while busy or disabled, and treats a double click as one click. */
export function ActionButton({ isBusy = false, disabled = false, onClick, ...props }: ActionProps<ButtonProps>) {
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

/** Does the same with an icon, named by its `aria-label`. */
export function ActionIconButton({ isBusy = false, onClick, ...props }: ActionProps<ActionIconProps>) {
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

// Enter in a form field clicks the submit button, so this also blocks repeated submits.
function pass(event: Click, isHeldBack: boolean, onClick: ((event: Click) => void) | undefined): void {
  if (isHeldBack || event.detail > 1) event.preventDefault()
  else onClick?.(event)
}

// A disabled button would lose the focus.
function neverDisabled(props: ComponentPropsWithRef<'button'>) {
  return <button {...props} disabled={false} />
}
