import { Navigate, useLocation, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { redirectTarget } from '#client/address/redirect-target.ts'
import { useSession } from '#client/session.ts'

/**
 * Renders its children for visitors only. Redirects logged-in users to the wanted page or home, unless the guard sent
 * them here because the page needs another role.
 */
export function ForVisitors({ children }: { readonly children: ReactNode }) {
  const { isLoggedIn, role } = useSession()
  const { redirect } = useSearch({ strict: false })
  const refusedRole = useLocation({ select: ({ state }) => state.refusedRole })
  return isLoggedIn && role !== refusedRole ? <Navigate {...redirectTarget(redirect)} replace /> : children
}
