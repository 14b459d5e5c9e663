import type { UseFormReturnType } from '@mantine/form'
import { ApiError } from '#client/calls/api-error.ts'
import { useCreation } from '#client/forms/use-creation.ts'

type Settings<Values, Saved> = {
  readonly form: UseFormReturnType<Values>
  readonly save: (values: Values) => Promise<Saved>
  /** Loads the record again, with its present version. */
  readonly onReload: () => unknown
  readonly success: string
  readonly failure: string
  readonly onSaved: (saved: Saved) => unknown
}

/**
 * Saves the edit of a record from a form. If someone else changed the record meanwhile, keeps the input, shows at the
 * fields what changed, and loads the present version, so that saving again replaces the other change knowingly.
 */
export function useEdit<Values extends Record<string, unknown>, Saved>(settings: Settings<Values, Saved>) {
  const { form, save, onReload, success, failure, onSaved } = settings
  return useCreation({
    form,
    create: async (values) => {
      try {
        return await save(values)
      } catch (error) {
        if (error instanceof ApiError && error.code === 'changed_meanwhile') await onReload()
        throw error
      }
    },
    success,
    failure,
    onMade: onSaved,
  })
}
