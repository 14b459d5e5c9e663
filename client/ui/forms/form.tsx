import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form'
import { type FormEvent, type ReactNode } from 'react'
import type * as z from 'zod/mini'

type FormSettings<Values> = {
  /** Says what is wrong, in the words the server uses too. What that is may depend on what is filled in. */
  readonly schema: z.ZodMiniType | ((values: Values) => z.ZodMiniType)
  readonly initialValues: Values
  readonly onValuesChange?: (values: Values) => void
}

/** A form that tells what is wrong when a field is left and when it is sent, never while somebody types. */
export function useCheckedForm<Values extends Record<string, unknown>>(
  settings: FormSettings<Values>,
): UseFormReturnType<Values> {
  const { schema } = settings
  const schemaFor = typeof schema === 'function' ? schema : () => schema
  return useForm<Values>({
    initialValues: settings.initialValues,
    validate: (values) => schemaResolver(schemaFor(values), { sync: true })(values),
    validateInputOnBlur: true,
    ...(settings.onValuesChange && { onValuesChange: settings.onValuesChange }),
  })
}

/** What finds a field that is wrong. A group of things that are no single field says so by an attribute of its own. */
export const WRONG = '[aria-invalid="true"], [data-invalid-group="true"]'

type FormProps<Values extends Record<string, unknown>> = {
  readonly form: UseFormReturnType<Values>
  readonly onSubmit: (values: Values) => void
  /** Somebody tried to send what is wrong. */
  readonly onInvalid?: (() => void) | undefined
  readonly label?: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Sends what is right; else goes to the first field that is wrong. */
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
