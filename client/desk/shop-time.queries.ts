import { queryOptions } from '@tanstack/react-query'
import { getDeskSettings } from '#contract/admin-settings.ts'
import { call } from '#client/api.ts'

/** Queries the settings of the desk, which change with a restart of the shop alone. */
export const deskSettingsQuery = queryOptions({
  queryKey: ['desk-settings'],
  queryFn: ({ signal }) => call(getDeskSettings, { signal }),
  staleTime: Infinity,
})
