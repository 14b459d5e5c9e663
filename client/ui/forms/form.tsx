import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form'
import { type FormEvent, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import { afterPress } from '../after-press.ts'

type FormSettings<Values> = {
  /** Validates with the server's messages. May depend on the values. */
  readonly schema: z.ZodMiniType | ((values: Values) => z.ZodMiniType)
  readonly initialValues: Values
  readonly onValuesChange?: (values: Values) => void
}

/**
 * Creates a form that validates on blur and on submit, never while typing. When a press on a link or button causes the
 * blur, the error appears after the click.
 */
export function useCheckedForm<Values extends Record<string, unknown>>(
  settings: FormSettings<Values>,
): UseFormReturnType<Values> {
  const { schema } = settings
  const schemaFor = typeof schema === 'function' ? schema : () => schema
  return useForm<Values>({
    initialValues: settings.initialValues,
    validate: (values) => schemaResolver(schemaFor(values), { sync: true })(values),
    enhanceGetInputProps: ({ inputProps, field, form }) =>
      inputProps.onBlur ? { onBlur: () => afterPress(() => void form.validateField(field)) } : {},
    ...(settings.onValuesChange && { onValuesChange: settings.onValuesChange }),
  })
}

/** Selects invalid fields and invalid groups of controls. */
export const WRONG = '[aria-invalid="true"], [data-invalid-group="true"]'

type FormProps<Values extends Record<string, unknown>> = {
  readonly form: UseFormReturnType<Values>
  readonly onSubmit: (values: Values) => void
  /** Called on submit of invalid values. */
  readonly onInvalid?: (() => void) | undefined
  readonly label?: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Submits valid values; otherwise focuses the first invalid field. */
export function Form<Values extends Record<string, unknown>>(props: FormProps<Values>) {
  const { form, label, onSubmit, onInvalid, ...others } = props
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const sent = event.currentTarget
    const refuse = () => {
      requestAnimationFrame(() => sent.querySelector<HTMLElement>(WRONG)?.focus())
      onInvalid?.()
    }
    form.onSubmit(onSubmit, refuse)(event)
  }
  return <form noValidate aria-label={label} onSubmit={submit} {...others} />
}
