import type { UseFormReturnType } from '@mantine/form'
import { ApiError } from '#client/calls/api-error.ts'
import { useCreation } from '#client/forms/use-creation.ts'

/** Loads a record again, with its present version. */
export type Reload<Row> = () => Promise<{ readonly data: Row | undefined }>

type Settings<Values, Row> = {
  readonly form: UseFormReturnType<Values>
  readonly save: (values: Values) => Promise<unknown>
  readonly onReload: Reload<Row>
  /** Returns the values of the form for a record. */
  readonly valuesOf: (row: Row) => Values
  readonly success: string
  readonly failure: string
  readonly onSaved: () => unknown
}

/**
 * Saves the edit of a record from a form. If someone else changed the record meanwhile, keeps what was typed, takes
 * over the fields that were not touched, and tells at the fields what changed. Saving again replaces the other change
 * of the touched fields knowingly. A record that was deleted is loaded again, so that its page tells it.
 */
export function useEdit<Values extends Record<string, unknown>, Row>(settings: Settings<Values, Row>) {
  const { form, save, onReload, valuesOf, success, failure, onSaved } = settings
  return useCreation({
    form,
    create: async (values) => {
      try {
        return await save(values)
      } catch (error) {
        const isOutdated =
          error instanceof ApiError && ['changed_meanwhile', 'deleted', 'not_found'].includes(error.code ?? '')
        if (isOutdated) {
          const { data } = await onReload()
          if (data && error.code === 'changed_meanwhile') takeOver(form, valuesOf(data))
        }
        throw error
      }
    },
    success,
    failure,
    onMade: onSaved,
  })
}

/** Gives the untouched fields of a form their present values. */
function takeOver<Values extends Record<string, unknown>>(form: UseFormReturnType<Values>, present: Values): void {
  const [typed, first] = [form.getValues(), form.getInitialValues()]
  const touched = Object.keys(typed).filter((field) => JSON.stringify(typed[field]) !== JSON.stringify(first[field]))
  const kept = Object.fromEntries(touched.map((field) => [field, typed[field]]))
  form.setInitialValues(present)
  form.setValues({ ...present, ...kept })
}
